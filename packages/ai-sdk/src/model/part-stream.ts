import { errorMessage, readStep } from '@dragoman/protocol/internal';
import type { ModelPart } from '../mapping/model-part.js';
import { TurnFailure } from '../mapping/turn-failure.js';
import type { LiveTurn } from './live-turn.js';

export interface PartStreamOptions<Part> {
  readonly live: LiveTurn;
  /** How the parts are wanted. */
  readonly face: (parts: readonly ModelPart[]) => readonly Part[];
  /** What comes before the turn has said anything. */
  readonly first: readonly Part[];
  readonly signal?: AbortSignal | undefined;
  /** The step is over and the turn is not: it waits for its caller. */
  readonly onPause: () => void;
  /** Stops the agent. */
  readonly end: (reason: string) => Promise<void>;
}

/**
 * The parts of one step of a turn, read only as fast as they are taken. An abort ends the stream at
 * once, with its reason, and stops the agent; so does a reader that leaves.
 */
export function createPartStream<Part>(options: PartStreamOptions<Part>): ReadableStream<Part> {
  const { live, face, first, signal, onPause, end } = options;
  const { mapper } = live;
  const reading = new AbortController();
  const events = readStep((asked) => live.turn.events(asked), {
    after: live.cursor,
    signal: reading.signal,
    openRequests: live.open,
  });
  let isOver = false;
  let onAbort: (() => void) | undefined;

  const settle = (): void => {
    isOver = true;
    if (onAbort !== undefined) signal?.removeEventListener('abort', onAbort);
    reading.abort();
    // An abort wakes nobody who doesn't read.
    events.return({ reason: 'lost', cursor: live.cursor }).catch(() => undefined);
  };
  const stopAgent = (reason: string): Promise<void> => {
    settle();
    return end(reason);
  };
  /** The events stopped and none of them was the end. An agent without a reader is stopped. */
  const lost = (words: string): readonly ModelPart[] => {
    if (isOver) return [];
    end(words).catch(() => undefined);
    return [
      { type: 'error', error: new TurnFailure('turn_lost', words) },
      ...mapper.finish({ unified: 'interrupted', raw: 'turn_lost' }),
    ];
  };
  const nextEvent = async (): Promise<readonly ModelPart[] | 'paused'> => {
    try {
      const next = await events.next();
      if (next.done !== true) {
        live.cursor = next.value.seq;
        return mapper.push(next.value);
      }
      if (next.value.reason === 'paused') return 'paused';
      return lost('The events of the turn stopped without an end.');
    } catch (error) {
      return lost(`The events of the turn can't be read on: ${errorMessage(error)}`);
    }
  };
  /** Passes on what comes next, and says whether there was anything. */
  const passOn = async (controller: ReadableStreamDefaultController<Part>): Promise<boolean> => {
    const next = await nextEvent();
    if (isOver) return true;
    const isPaused = next === 'paused';
    const parts = face(live.refine(isPaused ? mapper.pause() : next));
    for (const part of parts) controller.enqueue(part);
    if (!isPaused && !mapper.isFinished) return parts.length > 0;
    settle();
    if (isPaused) onPause();
    controller.close();
    return true;
  };

  return new ReadableStream<Part>({
    start(controller) {
      onAbort = () => {
        controller.error(signal?.reason);
        // The journal of the turn says how the stop went; the caller doesn't wait for it.
        stopAgent('The call was aborted.').catch(() => undefined);
      };
      if (signal?.aborted) onAbort();
      else {
        signal?.addEventListener('abort', onAbort, { once: true });
        for (const part of first) controller.enqueue(part);
      }
    },
    async pull(controller) {
      try {
        while (!isOver && !(await passOn(controller)));
      } catch (error) {
        stopAgent('Its parts could not be passed on.').catch(() => undefined);
        throw error;
      }
    },
    cancel: () => stopAgent('The reader of the stream left.'),
  });
}
