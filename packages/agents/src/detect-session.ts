import { agentNames, agents } from './agents.js';
import { createAgentDetector, type DetectedAgent } from './detect-agent.js';
import type { OpenFile } from './sessions/open-file.js';
import { readChunks } from './sessions/read-chunks.js';
import { withSessionFile } from './sessions/with-session-file.js';

const CHUNK_BYTES = 64 * 1024;

/**
 * Whose session a path is, by its first records, packed or not; or, where it is no file but a place
 * that an agent's `sessions` give out, by its form. Undefined where nothing tells.
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
  const options = { chunkBytes: CHUNK_BYTES, ahead: false };
  for await (const chunk of readChunks(file, 0, file.bytes, options)) {
    const found = detector.push(chunk);
    if (found !== undefined || detector.isHopeless()) return found;
  }
  return detector.flush();
}
