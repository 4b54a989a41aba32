import type { DragomanEvent } from '@dragoman/protocol';
import type { EventQueue, Place } from '../../interpret/event-queue.js';
import { type Failure, failureEvents } from '../../interpret/failure-events.js';
import { stamped } from '../../interpret/stamped.js';
import type { SavedUsageCounter } from '../usage/saved-usage-counter.js';
import type { CallRegistry } from './call-registry.js';

/** How a turn ended, by the record that says so. */
export type TurnEnd =
  | { readonly status: 'completed' | 'failed'; readonly failure?: Failure | undefined }
  | { readonly status: 'aborted'; readonly reason: string | undefined };

/**
 * Where turns begin and end. From 0.107 on records mark both; before, a turn begins where a person
 * speaks and its end isn't told. At each boundary what was undecided is decided.
 */
export interface TurnTracker {
  begin(turnId: string | undefined, ts: string | undefined): void;
  /** A person speaks, at a held place or now: the events that come before those words. */
  beginBySpeech(place: Place | undefined, ts: string | undefined): DragomanEvent[];
  end(end: TurnEnd, turnId: string | undefined, ts: string | undefined): void;
  /** Something that will turn out to have ended the turn. */
  fail(failure: Failure): void;
  /** The file is over. */
  close(ts: string | undefined): void;
}

export interface TurnParts {
  readonly queue: EventQueue;
  readonly calls: CallRegistry;
  readonly usage: SavedUsageCounter;
  /** Decides what is undecided about the user's words. */
  readonly settleUser: () => void;
  /** The same, where a turn is marked to begin. */
  readonly settleBeforeTurn: () => void;
  /** Forgets what was said in the turn. */
  readonly endSpeech: () => void;
}

export function createTurnTracker(parts: TurnParts): TurnTracker {
  const { queue, calls, usage } = parts;
  let open: 'no' | 'marked' | 'unmarked' = 'no';
  let failure: Failure | undefined;

  /** What is left to tell of the turn, and the end of all that is remembered for its sake. */
  const leave = (ts: string | undefined): DragomanEvent[] => {
    const left = calls.endTurn(ts);
    const used = usage.takeTurn();
    if (used !== undefined) left.push(stamped({ type: 'usage', ...used }, ts));
    if (failure !== undefined) left.push(...failureEvents(failure, undefined, ts));
    failure = undefined;
    parts.endSpeech();
    return left;
  };

  const decideAll = (): void => {
    parts.settleUser();
    queue.decideAll();
  };

  const emitAll = (events: readonly DragomanEvent[]): void => {
    for (const event of events) queue.emit(event);
  };

  return {
    begin(turnId, ts) {
      parts.settleBeforeTurn();
      queue.decideAll();
      emitAll(leave(ts));
      open = 'marked';
      queue.emit(turnEvent('started', turnId, ts));
    },
    beginBySpeech(place, ts) {
      if (open === 'marked') return [];
      if (place === undefined) queue.decideAll();
      else queue.decideBefore(place, 'all');
      open = 'unmarked';
      return [...leave(ts), turnEvent('started', undefined, ts)];
    },
    end(end, turnId, ts) {
      decideAll();
      const cause = end.status === 'aborted' ? undefined : (end.failure ?? failure);
      failure = undefined;
      emitAll(leave(ts));
      open = 'no';
      if (end.status === 'aborted') {
        const { reason } = end;
        const event = turnEvent('aborted', turnId, ts);
        queue.emit(reason === undefined ? event : { ...event, reason });
      } else if (cause === undefined) queue.emit(turnEvent(end.status, turnId, ts));
      else emitAll(failureEvents(cause, turnId, ts));
    },
    fail(cause) {
      failure = cause;
    },
    close(ts) {
      decideAll();
      emitAll(leave(ts));
      open = 'no';
    },
  };
}

function turnEvent(
  status: 'started' | 'completed' | 'failed' | 'aborted',
  turnId: string | undefined,
  ts: string | undefined,
) {
  return stamped(
    { type: 'turn' as const, status, ...(turnId !== undefined && { turn_id: turnId }) },
    ts,
  );
}
