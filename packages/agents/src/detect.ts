import type { JsonObject } from '@dragoman/protocol';
import { type AgentName, agentNames, agents } from './agents.js';
import { createDetector, type Detector } from './interpret/detector.js';
import type { View } from './interpret/interpreter.js';
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
  const owner = agentNames.find((name) => agents[name].interpreter.sessions.isLocation?.(path));
  if (owner !== undefined) return { agent: owner, view: 'saved' };
  return withSessionFile(path, detectFile, signal);
}

async function detectFile(file: OpenFile): Promise<DetectedAgent | undefined> {
  const detector = createAgentDetector();
  const chunks = readChunks(file, 0, file.bytes, { chunkBytes: CHUNK_BYTES, ahead: false });
  for await (const chunk of chunks) {
    const found = detector.push(chunk);
    if (found !== undefined || detector.isHopeless()) return found;
  }
  return detector.flush();
}
