import type { Detector } from '@dragoman/agents';

/** An input of which the beginning has been looked at. */
export interface SeenInput<Found> {
  /** Undefined where no record told. */
  readonly found: Found | undefined;
  /** How many lines were looked at, blank ones not counted. */
  readonly lines: number;
  /** Whether that was all of it. */
  readonly isOver: boolean;
  /** All of the input, what was looked at included. Who opened the input still has to close it. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Looks at no more of an input than it takes to find something out, and gives back all of it. */
export async function lookAhead<Found>(
  input: AsyncIterable<Uint8Array>,
  detector: Detector<Found>,
): Promise<SeenInput<Found>> {
  const iterator = input[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let found: Found | undefined;
  let isOver = false;
  while (found === undefined && !isOver && !detector.isHopeless()) {
    const next = await iterator.next();
    if (next.done) {
      isOver = true;
      found = detector.flush();
    } else {
      seen.push(next.value);
      found = detector.push(next.value);
    }
  }
  return { found, lines: detector.lines(), isOver, chunks: together(seen, iterator) };
}

async function* together(
  seen: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* seen;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
