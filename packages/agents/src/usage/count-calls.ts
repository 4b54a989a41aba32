import type { CollectedPart } from './collect-usage.js';
import { createKeyMap } from './key-map.js';
import { type CountedSession, countSession } from './session-counts.js';
import { costOfRow, ROW_WORDS } from './usage-rows.js';

/** What was used in one call, or beside all calls that are recorded. */
export interface CountedUse {
  readonly part: CollectedPart;
  /** In seconds since 1970. */
  readonly time: number;
  readonly model: string;
  readonly input: number;
  readonly cached: number;
  readonly written: number;
  readonly output: number;
  readonly reasoning: number;
  /** What the agent says that it cost, in dollars. */
  readonly cost: number | undefined;
}

/** A session, and which of its rows repeat those of earlier ones. */
export interface MarkedSession {
  /** Sub-agents may have files of their own. */
  readonly parts: readonly CollectedPart[];
  /** For each part: 1 for each row that is a copy. */
  readonly isCopy: readonly Uint8Array[];
  /** The last row that is a copy from another session: that session's number, and the row's key. */
  readonly origin: { readonly session: number; readonly key: RowKey } | undefined;
}

export interface RowKey {
  readonly high: number;
  readonly low: number;
}

/**
 * Shows every call once, wherever it is recorded, with the first session that has it; and what an agent
 * counted beside its calls.
 */
export function countCalls(parts: readonly CollectedPart[], show: (use: CountedUse) => void): void {
  const counted: CountedSession[] = [];
  const marker = createCopyMarker(parts);
  for (const session of bySession(parts)) {
    const marked = marker(session);
    const parent = marked.origin && counted[marked.origin.session];
    const counts = countSession(marked, parent);
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
  const rows = part.words.length / ROW_WORDS;
  for (let row = 0; row < rows; row += 1) {
    if (copies?.[row] !== 1) show(useOf(part, row, costs?.[row]));
  }
}

/** What a row says. */
export function useOf(part: CollectedPart, row: number, shared = Number.NaN): CountedUse {
  const { words, models } = part;
  const at = row * ROW_WORDS;
  return {
    part,
    time: words[at + 2] ?? 0,
    model: models[words[at + 3] ?? 0] ?? '',
    input: words[at + 4] ?? 0,
    cached: words[at + 5] ?? 0,
    written: words[at + 6] ?? 0,
    output: words[at + 7] ?? 0,
    reasoning: words[at + 8] ?? 0,
    cost: Number.isNaN(shared) ? costOfRow(words, at) : shared,
  };
}
