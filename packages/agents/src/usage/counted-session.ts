import type { CollectedPart } from './collect-usage.js';
import type { SessionTotal } from './usage-format.js';
import { costOfRow, ROW_WORDS } from './usage-rows.js';

// What an agent that leaves counts of whole sessions gets of one, and what it makes of it.

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
  /** What the agent says that it cost, in dollars: less than 0 if it doesn't. */
  readonly cost: number;
}

/** A session, and which of its rows repeat those of earlier ones. */
export interface MarkedSession {
  /** Sub-agents may have files of their own. */
  readonly parts: readonly CollectedPart[];
  /** For each part: 1 for each row that is a copy. Absent where none is. */
  readonly isCopy: readonly (Uint8Array | undefined)[];
  /** The last row that is a copy from another session: that session's number, and the row's key. */
  readonly origin: { readonly session: number; readonly key: RowKey } | undefined;
}

export interface RowKey {
  readonly high: number;
  readonly low: number;
}

/** What the counts of a session say. */
export interface CountedSession {
  /** For each part, what each row cost: less than 0 where that is not known. Absent where no row is. */
  readonly costs: readonly (Float64Array | undefined)[];
  /** What was used beside the messages. */
  readonly beside: readonly CountedUse[];
  /** The count that the row with a key is part of: a fork goes on from it. */
  countBehind(key: RowKey): SessionTotal | undefined;
}

/** @param parent the session that this one is a fork of. */
export type CountSession = (
  session: MarkedSession,
  parent: CountedSession | undefined,
) => CountedSession;

/** What is known where nothing was counted. */
export const NOTHING_COUNTED: CountedSession = {
  costs: [],
  beside: [],
  countBehind: () => undefined,
};

/** What a row says. */
export function useOf(part: CollectedPart, row: number): CountedUse {
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
    cost: costOfRow(words, at),
  };
}
