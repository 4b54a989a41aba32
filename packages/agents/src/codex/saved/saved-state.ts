import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import { compareVersions } from '../../compare-versions.js';
import { createEventQueue, type EventQueue, type Place } from '../../interpret/event-queue.js';
import { textAt } from '../../interpret/json-fields.js';
import { stamped } from '../../interpret/stamped.js';
import { createSavedUsageCounter, type SavedUsageCounter } from '../usage/saved-usage-counter.js';
import { type CallRegistry, createCallRegistry } from './call-registry.js';
import type { RecordSource } from './is-emitted-twice.js';
import { createTurnTracker, type TurnTracker } from './turn-tracker.js';
import { createTwinTexts, type TwinTexts } from './twin-texts.js';
import type { Origin } from './user-events.js';
import { createUserSpeech, type UserSpeech } from './user-speech.js';

/** Where the session stands after the records read so far, and the record that is being read. */
export interface SavedState {
  readonly queue: EventQueue;
  readonly replies: TwinTexts;
  readonly thoughts: TwinTexts;
  readonly compactions: TwinTexts;
  readonly calls: CallRegistry;
  readonly users: UserSpeech;
  readonly turns: TurnTracker;
  readonly usage: SavedUsageCounter;
  readonly session: SessionFacts;
  /** What was told under which id in this turn, and by which of its two records. */
  readonly emittedIds: Map<string, RecordSource>;
  /** The latest reply that no event has announced: the next record tells whether it is one. */
  unannounced: { readonly place: Place; readonly text: string } | undefined;
  /** The time of the record. */
  ts: string | undefined;
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
}

/** The first version that shows the parts of a thought as one. */
const JOINED_THOUGHTS_SINCE = '0.121.0';

export function createSavedState(): SavedState {
  const queue = createEventQueue();
  const replies = createTwinTexts(queue);
  const thoughts = createTwinTexts(queue);
  const compactions = createTwinTexts(queue);
  const calls = createCallRegistry(queue);
  const usage = createSavedUsageCounter();
  const emittedIds: SavedState['emittedIds'] = new Map();
  const users = createUserSpeech(queue, (place, ts) => turns.beginBySpeech(place, ts));
  const turns: TurnTracker = createTurnTracker({
    queue,
    calls,
    usage,
    settleUser: users.settle,
    settleBeforeTurn: users.settleBeforeTurn,
    endSpeech() {
      for (const twins of [replies, thoughts, compactions]) twins.endTurn();
      users.endTurn();
      emittedIds.clear();
    },
  });
  return {
    queue,
    replies,
    thoughts,
    compactions,
    calls,
    users,
    turns,
    usage,
    emittedIds,
    session: { isKnown: false, cwd: undefined, modelId: undefined, joinsThoughts: false },
    unannounced: undefined,
    ts: undefined,
    isBare: false,
    isPaginated: false,
  };
}

/** Tells an event at the time of the record. */
export function emit(state: SavedState, event: DragomanEvent): void {
  state.queue.emit(stamped(event, state.ts));
}

/** The agent goes on: what waited for its twin right behind it has none. */
export function goOn(state: SavedState): void {
  state.users.settle();
  state.unannounced?.place.decide();
  state.unannounced = undefined;
}

export function originOf(payload: JsonObject, state: SavedState): Origin {
  const id = textAt(payload, 'id');
  return { ts: state.ts, id: id === '' ? undefined : id };
}

export function noteVersion(session: SessionFacts, version: string | undefined): void {
  session.joinsThoughts =
    version !== undefined && compareVersions(version, JOINED_THOUGHTS_SINCE) >= 0;
}
