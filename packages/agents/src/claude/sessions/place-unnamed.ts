import { isJsonObject, parseJson } from '@dragoman/protocol';
import { textAt } from '../../interpret/json-fields.js';
import { type OpenFile, openOwnFile, readSmallFile } from '../../sessions/open-file.js';
import { createMentionFinder } from './first-mentions.js';

/** The file of a sub-agent, and the position in the session's file where it is read. */
export type Placed = readonly [path: string, at: number];

const findCalls = createMentionFinder('"id":"');

/**
 * Places the sub-agents that a session doesn't name: those that another sub-agent started, and those
 * whose call never returned. The CLI writes down beside each file which call started it. One that was
 * started by a sub-agent is read behind that. Where nothing says it, the end of the session is left.
 */
export async function placeUnnamed(
  session: OpenFile,
  named: readonly Placed[],
  unnamed: readonly string[],
): Promise<readonly Placed[]> {
  const placed = [...named];
  const waiting = new Map<string, string>();
  for (const path of unnamed) {
    const call = callBehind(path);
    if (call !== undefined) waiting.set(call, path);
  }
  const take = async (file: OpenFile, position: (found: number) => number): Promise<void> => {
    if (waiting.size === 0) return;
    for (const [call, found] of await findCalls(file, { isWanted: (id) => waiting.has(id) })) {
      const path = waiting.get(call);
      if (path !== undefined) placed.push([path, position(found)]);
      waiting.delete(call);
    }
  };
  await take(session, (found) => found);
  // The list grows meanwhile: sub-agents of sub-agents have some, too.
  for (const [path, at] of placed) {
    if (waiting.size === 0) break;
    await withOwnFile(path, (file) => take(file, () => at));
  }
  const known = new Set(placed.map(([path]) => path));
  const rest = unnamed.filter((path) => !known.has(path));
  return [...placed, ...rest.map((path): Placed => [path, session.bytes])];
}

/** The call that started a sub-agent, by what lies beside its file. */
function callBehind(path: string): string | undefined {
  const parsed = parseJson(readSmallFile(path.replace(/\.jsonl$/, '.meta.json')) ?? '');
  return parsed.ok && isJsonObject(parsed.value) ? textAt(parsed.value, 'toolUseId') : undefined;
}

/** A file that can't be read hides nothing of the session. */
async function withOwnFile(path: string, read: (file: OpenFile) => Promise<void>): Promise<void> {
  let file: OpenFile;
  try {
    file = openOwnFile(path);
  } catch {
    return;
  }
  try {
    await read(file);
  } finally {
    file.close();
  }
}
