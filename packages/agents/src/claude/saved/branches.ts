import type { JsonObject } from '@dragoman/protocol';
import { asText } from '../../interpret/json-fields.js';

/**
 * The turns of a session and which of them it goes on from. Each record names the one before it. A
 * prompt that goes on from an earlier turn than the last leaves those in between behind: somebody has
 * gone back to say something else.
 *
 * When versions from 2.0.77 to 2.1 resume a session, they write a message of several blocks once more,
 * block by block, with other ids, and all that follows it: a copy has the time of what it copies, and
 * begins under the same record. Copies are no branch.
 */
export interface Branches {
  /** Takes note of a record; false for one that was there before. */
  note(record: JsonObject): boolean;
  /** The record at hand is a prompt, with which a turn begins. */
  beginTurn(): void;
  /** Whether the turn of the record at hand is left out. */
  isLeftOut(): boolean;
  /** The turns that the session doesn't go on from, by their numbers. */
  leftBehind(): ReadonlySet<number>;
}

const NONE: ReadonlySet<number> = new Set();

/** `leftOut`: the turns that are not emitted. */
export function createBranches(leftOut: ReadonlySet<number> = NONE): Branches {
  /** The turn of each record, by the id of the record. */
  const turnOf = new Map<string, number>();
  const leftBehind = new Set<number>();
  /** What each record of a type and a time was written under. */
  const parentAt = new Map<string, unknown>();
  const copies = new Set<unknown>();
  let turn = 0;
  let atHand: JsonObject = {};

  const isCopy = ({ type, timestamp, parentUuid, isSidechain }: JsonObject): boolean => {
    const time = `${type} ${timestamp}`;
    if (typeof timestamp !== 'string' || typeof type !== 'string') return false;
    // Sub-agents that are started at once begin under nothing, all of them.
    if (isSidechain === true) return false;
    if (!parentAt.has(time)) {
      parentAt.set(time, parentUuid);
      return false;
    }
    return copies.has(parentUuid) || parentAt.get(time) === parentUuid;
  };

  return {
    note(record) {
      atHand = record;
      const id = asText(record.uuid);
      if (id === undefined) return true;
      if (turnOf.has(id)) return false;
      turnOf.set(id, turn);
      if (!isCopy(record)) return true;
      copies.add(id);
      return false;
    },
    beginTurn() {
      const from = atHand.parentUuid === null ? 0 : turnOf.get(asText(atHand.parentUuid) ?? '');
      for (let left = (from ?? turn) + 1; left <= turn; left += 1) leftBehind.add(left);
      turn += 1;
      const id = asText(atHand.uuid);
      if (id !== undefined) turnOf.set(id, turn);
    },
    isLeftOut: () => leftOut.has(turn),
    leftBehind: () => leftBehind,
  };
}
