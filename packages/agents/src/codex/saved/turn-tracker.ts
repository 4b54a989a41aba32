import type { DragomanEvent, TurnEvent } from '@dragoman/protocol';
import type { Emitter, Slot } from '../../interpret/emitter.js';
import { type Failure, failureEvents, timed } from '../../interpret/events.js';
import type { CallRegistry } from './call-registry.js';
import type { UsageCounter } from './usage-counter.js';
import type { UserSpeech } from './users.js';

/** How a turn ended, by the record that says so. */
export type TurnEnd =
  | { readonly status: 'completed' | 'failed'; readonly failure?: Failure | undefined }
  | { readonly status: 'aborted'; readonly reason: string | undefined };

/**
 * Where turns begin and end. From 0.107 on records mark both; before, a turn begins where a person
 * speaks and no record marks its end. At each boundary what was undecided is decided.
 */
export interface TurnTracker {
  begin(turnId: string | undefined): void;
  /** A person speaks, in a slot or now: the events that come before the prompt. */
  beginBySpeech(slot: Slot | undefined, ts: string | undefined): DragomanEvent[];
  end(end: TurnEnd, turnId: string | undefined): void;
  /** Something that will turn out to have ended the turn. */
  fail(failure: Failure): void;
  /** The file is over. */
  close(): void;
}

export interface TurnParts {
  readonly emitter: Emitter;
  readonly calls: CallRegistry;
  readonly usage: UsageCounter;
  readonly users: Pick<UserSpeech, 'decide' | 'decideBeforeTurn'>;
  /** Forgets what was said in the turn. */
  readonly endSpeech: () => void;
}

export function createTurnTracker(parts: TurnParts): TurnTracker {
  const { emitter, calls, usage, users } = parts;
  let open: 'no' | 'marked' | 'unmarked' = 'no';
  let failure: Failure | undefined;

  /** What is left to emit of the turn. All that is remembered for its sake is forgotten. */
  const leave = (ts: string | undefined): DragomanEvent[] => {
    const left: DragomanEvent[] = calls.endTurn();
    const used = usage.takeTurn();
    if (used !== undefined) left.push({ type: 'usage', ...used });
    if (failure !== undefined) left.push(...failureEvents(failure));
    failure = undefined;
    parts.endSpeech();
    for (const event of left) timed(event, ts);
    return left;
  };

  const decideAll = (): void => {
    users.decide();
    emitter.decideAll();
  };

  return {
    begin(turnId) {
      users.decideBeforeTurn();
      emitter.decideAll();
      leave(emitter.ts).forEach(emitter.emit);
      open = 'marked';
      emitter.emit(turnEvent('started', turnId));
    },
    beginBySpeech(slot, ts) {
      if (open === 'marked') return [];
      if (slot === undefined) emitter.decideAll();
      else emitter.decideBefore(slot, 'all');
      open = 'unmarked';
      return [...leave(ts), timed(turnEvent('started', undefined), ts)];
    },
    end(end, turnId) {
      decideAll();
      const cause = end.status === 'aborted' ? undefined : (end.failure ?? failure);
      failure = undefined;
      leave(emitter.ts).forEach(emitter.emit);
      open = 'no';
      if (cause !== undefined) failureEvents(cause, turnId).forEach(emitter.emit);
      else {
        const event = turnEvent(end.status, turnId);
        const reason = end.status === 'aborted' ? end.reason : undefined;
        emitter.emit(reason === undefined ? event : { ...event, reason });
      }
    },
    fail(cause) {
      failure = cause;
    },
    close() {
      decideAll();
      leave(emitter.ts).forEach(emitter.emit);
      open = 'no';
    },
  };
}

function turnEvent(status: TurnEvent['status'], turnId: string | undefined): TurnEvent {
  return { type: 'turn', status, ...(turnId !== undefined && { turn_id: turnId }) };
}
