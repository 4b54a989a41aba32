import type { JsonObject } from '@dragoman/protocol';
import type { Emitter, Slot } from '../../interpret/emitter.js';
import { textAt } from '../../interpret/json-fields.js';
import type { ReadRecord } from '../../interpret/record-rule.js';
import { type CallRegistry, createCallRegistry } from './call-registry.js';
import { createTurnTracker, type TurnTracker } from './turn-tracker.js';
import { createTwinTexts, type TwinTexts } from './twin-texts.js';
import { createUsageCounter, type UsageCounter } from './usage-counter.js';
import type { Origin } from './user-content.js';
import { createUserSpeech, type UserSpeech } from './users.js';

/** How a rule reads a record of a session file. */
export type ReadSaved = ReadRecord<SavedState>;

/** The two sorts of records that say the same. */
export type RecordSource = 'item' | 'response';

/** What the records read so far say of the session, and of the record that is being read. */
export interface SavedState {
  readonly replies: TwinTexts;
  readonly thoughts: TwinTexts;
  readonly compactions: TwinTexts;
  readonly calls: CallRegistry;
  readonly users: UserSpeech;
  readonly turns: TurnTracker;
  readonly usage: UsageCounter;
  readonly session: SessionFacts;
  /** What was emitted under which id in this turn, and from which of its two records. */
  readonly emittedIds: Map<string, RecordSource>;
  /** The latest reply that no event has announced: the next record decides whether it is one. */
  unannounced: { readonly slot: Slot; readonly text: string } | undefined;
  /** True for a record of the first era, which has no events. */
  isBare: boolean;
  /** True for a record of 0.150 or later, whatever version began the file. */
  isPaginated: boolean;
}

/** What the file says of the session as a whole. */
export interface SessionFacts {
  isKnown: boolean;
  cwd: string | undefined;
  modelId: string | undefined;
  /** True from the version on that shows the parts of a thought as one. */
  joinsThoughts: boolean;
  /** True for a file begun by a version that looks for no patch in `shell_command`. */
  runsPatches: boolean;
}

export function createSavedState(emitter: Emitter): SavedState {
  const replies = createTwinTexts(emitter);
  const thoughts = createTwinTexts(emitter);
  const compactions = createTwinTexts(emitter);
  const calls = createCallRegistry(emitter);
  const usage = createUsageCounter();
  const emittedIds: SavedState['emittedIds'] = new Map();
  const users = createUserSpeech(emitter, (slot, ts) => turns.beginBySpeech(slot, ts));
  const turns: TurnTracker = createTurnTracker({
    emitter,
    calls,
    usage,
    users,
    endSpeech() {
      for (const twins of [replies, thoughts, compactions]) twins.endTurn();
      users.endTurn();
      emittedIds.clear();
    },
  });
  return {
    replies,
    thoughts,
    compactions,
    calls,
    users,
    turns,
    usage,
    emittedIds,
    session: {
      isKnown: false,
      cwd: undefined,
      modelId: undefined,
      joinsThoughts: false,
      runsPatches: false,
    },
    unannounced: undefined,
    isBare: false,
    isPaginated: false,
  };
}

/** The agent continues: what waited for its twin right behind it has none. */
export function agentContinues(state: SavedState): void {
  state.users.decide();
  state.unannounced?.slot.decide();
  state.unannounced = undefined;
}

/** The agent makes a call, by its item. */
export function agentCalls(state: SavedState): void {
  agentContinues(state);
  state.replies.noteCall();
  state.thoughts.noteCall();
}

/** True for the other record of what was emitted in this turn. */
export function isEmittedTwice(
  key: string,
  by: RecordSource,
  { emittedIds }: Pick<SavedState, 'emittedIds'>,
): boolean {
  const source = emittedIds.get(key);
  if (source !== undefined && source !== by) return emittedIds.delete(key);
  emittedIds.set(key, by);
  return false;
}

export function originOf(payload: JsonObject, { ts }: Emitter): Origin {
  const id = textAt(payload, 'id');
  return { ts, id: id === '' ? undefined : id };
}
