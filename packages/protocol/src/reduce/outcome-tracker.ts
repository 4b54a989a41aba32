import type { EndEvent } from '../event/runtime-events.js';
import type { ErrorEvent, TurnEvent } from '../event/turn-events.js';
import type { TranscriptOutcome } from './transcript.js';

export interface OutcomeTracker {
  /** Another turn begins: how the last one ended says nothing about it. */
  beginTurn(): void;
  turn(event: TurnEvent): void;
  error(event: ErrorEvent): void;
  end(event: EndEvent): void;
  outcome(): TranscriptOutcome | undefined;
}

/**
 * How the latest turn ended. `end` decides, and the first one of a turn holds. Without it the agent's
 * own word counts, and a failure always counts for more than a completion, whichever came first.
 * What nobody said stays unknown.
 */
export function createOutcomeTracker(): OutcomeTracker {
  let ended: TranscriptOutcome | undefined;
  let reported: TranscriptOutcome | undefined;
  let completed = false;

  const report = (status: 'failed' | 'canceled', reason: string | undefined): void => {
    reported ??= { status, ...(reason !== undefined && { reason }) };
  };

  return {
    beginTurn() {
      ended = undefined;
      reported = undefined;
      completed = false;
    },
    turn({ status, error, reason }) {
      if (status === 'completed') completed = true;
      if (status === 'failed') report('failed', error?.message);
      if (status === 'aborted') report('canceled', error?.message ?? reason);
    },
    error({ fatal, message }) {
      if (fatal) report('failed', message);
    },
    end({ status, exit_code, signal, reason }) {
      ended ??= {
        status,
        ...(typeof exit_code === 'number' && { exitCode: exit_code }),
        ...(typeof signal === 'string' && { signal }),
        ...(typeof reason === 'string' && { reason }),
      };
    },
    outcome: () => ended ?? reported ?? (completed ? { status: 'success' } : undefined),
  };
}
