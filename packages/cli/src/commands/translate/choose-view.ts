import type { AgentInterpreter } from '@dragoman/agents';
import { createViewTeller, type View } from './tell-view.js';

/** What is known of an input once its view is. */
export interface ViewedInput {
  /** Undefined where no record told. */
  readonly view: View | undefined;
  /** Whether there was anything but blank lines in what was looked at. */
  readonly isEmpty: boolean;
  /** All of the input, what was looked at included. Who opened the input still has to close it. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Looks at the beginning of an input for its view and gives back all of it. */
export async function chooseView(
  input: AsyncIterable<Uint8Array>,
  interpreter: AgentInterpreter,
): Promise<ViewedInput> {
  const teller = createViewTeller(interpreter);
  const iterator = input[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let view: View | undefined;
  let isOver = false;
  while (view === undefined && !isOver && !teller.isHopeless()) {
    const next = await iterator.next();
    if (next.done) {
      isOver = true;
      view = teller.flush();
    } else {
      seen.push(next.value);
      view = teller.push(next.value);
    }
  }
  return { view, isEmpty: isOver && teller.lines() === 0, chunks: together(seen, iterator) };
}

async function* together(
  seen: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* seen;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
