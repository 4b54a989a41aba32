import type { CollectedPart } from './collect-usage.js';
import {
  type CountedSession,
  type CountedUse,
  type MarkedSession,
  NOTHING_COUNTED,
} from './counted-session.js';
import { createKeyMap } from './key-map.js';
import { ROW_WORDS } from './usage-rows.js';

/** Gets what counts. */
export interface UseSink {
  /** A part and, for each of its rows, whether it is a copy (1) and what it cost (less than 0: not known). */
  rows(part: CollectedPart, isCopy: Uint8Array | undefined, costs: Float64Array | undefined): void;
  /** What an agent counted beside its calls. */
  beside(use: CountedUse): void;
}

/** Shows every call once, wherever it is recorded, with the first session that has it. */
export function countCalls(parts: readonly CollectedPart[], sink: UseSink): void {
  const counted: CountedSession[] = [];
  const marker = createCopyMarker(parts);
  for (const session of bySession(parts)) {
    const marked = marker(session);
    const parent = marked.origin && counted[marked.origin.session];
    const counts = session[0]?.format.countSession?.(marked, parent) ?? NOTHING_COUNTED;
    counted.push(counts);
    for (const [index, part] of session.entries()) {
      sink.rows(part, marked.isCopy[index], counts.costs[index]);
    }
    counts.beside.forEach(sink.beside);
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
  let rows = 0;
  return (session) => {
    const first = rows;
    begins.push(first);
    let origin: MarkedSession['origin'];
    const isCopy = session.map(({ words }) => {
      let copies: Uint8Array | undefined;
      for (let at = 0; at < words.length; at += ROW_WORDS) {
        const high = words[at] ?? 0;
        const low = words[at + 1] ?? 0;
        const known = keys.note(high, low);
        if (known === -1) continue;
        copies ??= new Uint8Array(words.length / ROW_WORDS);
        copies[at / ROW_WORDS] = 1;
        if (known < first) origin = { session: lastAtMost(begins, known), key: { high, low } };
      }
      rows += words.length / ROW_WORDS;
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
