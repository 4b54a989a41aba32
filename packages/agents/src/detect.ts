import type { JsonObject } from '@dragoman/protocol';
import { type AgentName, agentNames, agents } from './agents.js';
import { createDetector, type Detector } from './interpret/detector.js';
import type { View } from './interpret/interpreter.js';
import { isOwnEvent, ownName } from './own-events.js';
import type { OpenFile } from './sessions/open-file.js';
import { readChunks } from './sessions/read-chunks.js';
import { withSessionFile } from './sessions/with-session-file.js';

const CHUNK_BYTES = 64 * 1024;

/** Which agent wrote records, and in which view. */
export interface DetectedAgent {
  readonly agent: AgentName;
  readonly view: View;
}

/**
 * Which agent wrote a record, detected by marks that no other agent's records have. Undefined where no
 * agent recognises it, or several do.
 */
export function detectAgent(record: JsonObject): DetectedAgent | undefined {
  const [found, ...others] = agentNames.flatMap((agent) => {
    const view = agents[agent].interpreter.recognise(record);
    return view === undefined ? [] : [{ agent, view }];
  });
  return others.length === 0 ? found : undefined;
}

/** Which agent wrote records, or that Dragoman did. */
export interface DetectedOrigin extends Pick<DetectedAgent, 'view'> {
  readonly agent: AgentName | typeof ownName;
}

/** The same for records that may be Dragoman's own events, which no agent's are taken for. */
function detectOrigin(record: JsonObject): DetectedOrigin | undefined {
  const found = detectAgent(record);
  if (found !== undefined) return found;
  return isOwnEvent(record) ? { agent: ownName, view: 'live' } : undefined;
}

/** As `createAgentDetector`, and detects Dragoman's own events, too. */
export function createOriginDetector(): Detector<DetectedOrigin> {
  return createDetector(detectOrigin);
}

/**
 * Detects from the first bytes of a stream or of a file which agent wrote them: the first record that
 * exactly one agent recognises decides.
 *
 * @example
 * const detector = createAgentDetector();
 * for await (const chunk of input) {
 *   const found = detector.push(chunk);
 *   if (found !== undefined || detector.isHopeless()) break;
 * }
 */
export function createAgentDetector(): Detector<DetectedAgent> {
  return createDetector(detectAgent);
}

/**
 * Which agent's session a path is, detected from its first records, packed or not. A location that
 * `sessions` of an agent gives is detected by its form. Undefined where nothing is recognised.
 */
export async function detectSession(
  path: string,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<DetectedAgent | undefined> {
  return detectWith(path, createAgentDetector(), signal);
}

/** As `detectSession`, and detects a file of Dragoman's own events, too. */
export async function detectRecords(
  path: string,
  signal: AbortSignal | undefined,
): Promise<DetectedOrigin | undefined> {
  return detectWith(path, createOriginDetector(), signal);
}

async function detectWith<Found extends DetectedOrigin>(
  path: string,
  detector: Detector<Found>,
  signal: AbortSignal | undefined,
): Promise<Found | DetectedAgent | undefined> {
  const owner = agentNames.find((name) => agents[name].interpreter.sessions.isLocation?.(path));
  if (owner !== undefined) return { agent: owner, view: 'saved' };
  return withSessionFile(path, (file) => detectFile(file, detector), signal);
}

async function detectFile<Found>(
  file: OpenFile,
  detector: Detector<Found>,
): Promise<Found | undefined> {
  const chunks = readChunks(file, 0, file.bytes, { chunkBytes: CHUNK_BYTES, ahead: false });
  for await (const chunk of chunks) {
    const found = detector.push(chunk);
    if (found !== undefined || detector.isHopeless()) return found;
  }
  return detector.flush();
}
