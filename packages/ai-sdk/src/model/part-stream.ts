import { errorMessage } from '@dragoman/protocol';
import type { ModelPart } from '../mapping/model-part.js';
import type { PartMapper } from '../mapping/part-mapper.js';
import { TurnFailure } from '../mapping/turn-failure.js';
import type { ModelTurn } from './turn-source.js';

export interface PartStreamOptions<Part> {
  readonly turn: ModelTurn;
  readonly mapper: PartMapper;
  /** What is done to the parts on their way. */
  readonly refine: (parts: readonly ModelPart[]) => readonly Part[];
  /** What comes before the turn has said anything. */
  readonly first: readonly Part[];
  readonly signal?: AbortSignal | undefined;
}

/**
 * The parts of a turn, read only as fast as they are taken. An abort ends the stream at once, with its
 * reason, and stops the agent; so does a reader that leaves.
 */
export function createPartStream<Part>(options: PartStreamOptions<Part>): ReadableStream<Part> {
  const { turn, mapper, refine, first, signal } = options;
  const reading = new AbortController();
  const events = turn.events({ signal: reading.signal })[Symbol.asyncIterator]();
  let isOver = false;
  let onAbort: (() => void) | undefined;

  const settle = (): void => {
    isOver = true;
    if (onAbort !== undefined) signal?.removeEventListener('abort', onAbort);
  };
  const stopAgent = (reason: string): Promise<void> => {
    settle();
    reading.abort();
    return turn.cancel(reason);
  };
  /** The events stopped and none of them was the end. An agent that nobody hears shall not go on. */
  const lost = (words: string): readonly ModelPart[] => {
    turn.cancel(words).catch(() => undefined);
    return [
      { type: 'error', error: new TurnFailure('turn_lost', words) },
      ...mapper.finish({ unified: 'interrupted', raw: 'turn_lost' }),
    ];
  };
  const nextParts = async (): Promise<readonly ModelPart[]> => {
    try {
      const next = await events.next();
      if (next.done === true) return lost('The events of the turn stopped without an end.');
      return mapper.push(next.value);
    } catch (error) {
      return lost(`The events of the turn can't be read on: ${errorMessage(error)}`);
    }
  };

  return new ReadableStream<Part>({
    start(controller) {
      onAbort = () => {
        controller.error(signal?.reason);
        // How the stop went is told in the journal of the turn; whoever aborted doesn't wait for it.
        stopAgent('The call was aborted.').catch(() => undefined);
      };
      if (signal?.aborted) onAbort();
      else {
        signal?.addEventListener('abort', onAbort, { once: true });
        for (const part of first) controller.enqueue(part);
      }
    },
    async pull(controller) {
      let isHeard = false;
      while (!isHeard && !isOver) {
        const parts = refine(await nextParts());
        if (isOver) return;
        for (const part of parts) controller.enqueue(part);
        isHeard = parts.length > 0;
        if (!mapper.isFinished) continue;
        settle();
        controller.close();
        await events.return?.();
      }
    },
    cancel: () => stopAgent('The reader of the stream left.'),
  });
}
