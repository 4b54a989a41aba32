import type { CollectedPart } from './collect-usage.js';
import {
  type CountedSession,
  type CountedUse,
  createRowReader,
  type MarkedSession,
  NOTHING_COUNTED,
} from './counted-session.js';
import { createKeyMap } from './key-map.js';
import { ROW_WORDS } from './usage-rows.js';

/**
 * Shows every call once, wherever it is recorded, with the first session that has it; and what an agent
 * counted beside its calls. A use is valid until `show` returns.
 */
export function countCalls(parts: readonly CollectedPart[], show: (use: CountedUse) => void): void {
  const counted: CountedSession[] = [];
  const marker = createCopyMarker(parts);
  for (const session of bySession(parts)) {
    const marked = marker(session);
    const parent = marked.origin && counted[marked.origin.session];
    const counts = session[0]?.format.countSession?.(marked, parent) ?? NOTHING_COUNTED;
    counted.push(counts);
    for (const [index, part] of session.entries()) {
      showRows(part, marked.isCopy[index], counts.costs[index], show);
    }
    counts.beside.forEach(show);
  }
}

function bySession(parts: readonly CollectedPart[]): Iterable<CollectedPart[]> {
  const sessions = new Map<string, CollectedPart[]>();
  for (const part of parts) {
    const key = [part.agent, part.home, part.session].join('\n');
    const session = sessions.get(key);
    if (session === undefined) sessions.set(key, [part]);
    else session.push(part);
  }
  return sessions.values();
}

/** Marks the copies in one session after the other. */
function createCopyMarker(
  parts: readonly CollectedPart[],
): (session: readonly CollectedPart[]) => MarkedSession {
  const keys = createKeyMap(parts.reduce((sum, { words }) => sum + words.length / ROW_WORDS, 0));
  /** Rows are numbered over all sessions; this is where those of each begin. */
  const begins: number[] = [];
  let row = 0;
  return (session) => {
    const first = row;
    begins.push(first);
    let origin: MarkedSession['origin'];
    const isCopy = session.map(({ words }) => {
      const copies = new Uint8Array(words.length / ROW_WORDS);
      for (let own = 0; own < copies.length; own += 1) {
        const high = words[own * ROW_WORDS] ?? 0;
        const low = words[own * ROW_WORDS + 1] ?? 0;
        const known = keys.note(high, low, row);
        row += 1;
        if (known === undefined) continue;
        copies[own] = 1;
        if (known < first) origin = { session: lastAtMost(begins, known), key: { high, low } };
      }
      return copies;
    });
    return { parts: session, isCopy, origin };
  };
}

function lastAtMost(begins: readonly number[], row: number): number {
  let low = 0;
  let high = begins.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((begins[middle] ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

function showRows(
  part: CollectedPart,
  copies: Uint8Array | undefined,
  costs: Float64Array | undefined,
  show: (use: CountedUse) => void,
): void {
  const useOf = createRowReader(part);
  const rows = part.words.length / ROW_WORDS;
  for (let row = 0; row < rows; row += 1) {
    if (copies?.[row] === 1) continue;
    const use = useOf(row);
    const cost = costs?.[row] ?? Number.NaN;
    show(Number.isNaN(cost) ? use : { ...use, cost });
  }
}
