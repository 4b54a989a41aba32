import type { JournaledEvent } from '@dragoman/protocol';
import { readStep } from '@dragoman/protocol/internal';
import type { StoredTurn } from '../store/turn-store.js';
import { eventsOf, eventsUntil } from './turn-events.js';

/** Makes what a client gets of the events of a turn. Pure: the same events give the same. */
export interface StepMapper<Out> {
  push(event: JournaledEvent): readonly Out[];
  /** The agent waits for the client. The events after it belong to the next response. */
  pause(): readonly Out[];
}

/** Where in its turn a response begins. */
export interface ResponseStart {
  readonly turn: StoredTurn;
  /** The `seq` of the last event that earlier responses have given. */
  readonly after: number;
  /** Requests of those responses that are not answered: the agent waits for them, too. */
  readonly openRequests: readonly string[];
}

/**
 * What one response gives of a turn: on from where the last one ended, until the agent waits for its
 * client or the turn ends. A client protocol in which one response is one step of a turn is a mapper.
 *
 * The mapper sees the turn from its first event, since what comes depends on what was: calls that are
 * open, names that are taken, figures that were counted. Of that the client gets nothing again.
 */
export async function* readResponse<Out>(
  { turn, after, openRequests }: ResponseStart,
  mapper: StepMapper<Out>,
  signal: AbortSignal,
): AsyncGenerator<Out, void, undefined> {
  for await (const event of eventsUntil(turn, after, signal)) mapper.push(event);
  if (after > 0) mapper.pause();
  const step = readStep(eventsOf(turn), { after, openRequests, signal });
  try {
    while (true) {
      const next = await step.next();
      if (next.done !== true) yield* mapper.push(next.value);
      else {
        if (next.value.reason === 'paused') yield* mapper.pause();
        return;
      }
    }
  } finally {
    // A client may go between two events. The reading has a file open.
    await step.return({ reason: 'lost', cursor: after });
  }
}
