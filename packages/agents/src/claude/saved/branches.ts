import { isJsonObject, type JsonObject, writeJson } from '@dragoman/protocol';
import { hash128 } from '@dragoman/protocol/internal';
import { asText, objectAt } from '../../interpret/json-fields.js';

/**
 * The turns of a session and which of them it goes on from. Each record names the one before it. A
 * prompt that goes on from an earlier turn than the last leaves those in between behind: somebody has
 * gone back to say something else.
 *
 * When versions from 2.0.77 to 2.1 resume a session, they write a message of several blocks once more,
 * block by block, with other ids, and all that follows it: a copy has the time and the content of what
 * it copies, and begins under the same record. Copies are no branch.
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
  /** What each piece of content was first written under. */
  const parentOf = new Map<string, string | null>();
  const copies = new Set<unknown>();
  let turn = 0;
  let atHand: JsonObject = {};

  const isCopy = (record: JsonObject): boolean => {
    const { type, timestamp, parentUuid, isSidechain } = record;
    if (typeof timestamp !== 'string' || typeof type !== 'string') return false;
    if (typeof parentUuid !== 'string' && parentUuid !== null) return false;
    // Sub-agents that are started at once begin under nothing, all of them.
    if (isSidechain === true) return false;
    const pieces = piecesOf(record);
    const isCopied = copies.has(parentUuid);
    const isSeen = (piece: string): boolean =>
      isCopied ? parentOf.has(piece) : parentOf.get(piece) === parentUuid;
    if (pieces.every(isSeen)) return true;
    for (const piece of pieces) if (!parentOf.has(piece)) parentOf.set(piece, parentUuid);
    return false;
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

/** What a record says, block by block, together with what a copy of it shares. */
function piecesOf(record: JsonObject): string[] {
  const message = objectAt(record, 'message');
  const names = [record.type, record.subtype, record.timestamp, message?.id].map(asText).join(' ');
  const content = message?.content ?? record.content ?? record.attachment;
  const blocks = Array.isArray(content) && content.length > 0 ? content : [content];
  return blocks.map((block) => `${names} ${gistOf(block)}`);
}

/** Longer ones are hashed: as many are kept as the session has blocks. */
const LONGEST_GIST = 100;

/** The same for the same content: a call and its result by its id, all else by what it says. */
function gistOf(content: unknown): string {
  const block = isJsonObject(content) ? content : {};
  const { type, text, thinking, id, tool_use_id } = block;
  const said = asText(text) ?? asText(thinking) ?? asText(id) ?? asText(tool_use_id);
  const gist = said === undefined ? writeJson(content) : `${asText(type)} ${said}`;
  return gist.length > LONGEST_GIST ? hash128(gist) : gist;
}
