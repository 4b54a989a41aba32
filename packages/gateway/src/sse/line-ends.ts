const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Where a line's text ends, and where the next line begins. */
export interface LineEnd {
  readonly end: number;
  readonly next: number;
}

/** The line endings in bytes, from `from` on: line feeds, carriage returns, and the two together. */
export function* lineEnds(bytes: Buffer, from: number): Generator<LineEnd> {
  let feed = bytes.indexOf(LINE_FEED, from);
  let turn = bytes.indexOf(CARRIAGE_RETURN, from);
  while (feed !== -1 || turn !== -1) {
    if (turn === -1 || (feed !== -1 && feed < turn)) {
      yield { end: feed, next: feed + 1 };
      feed = bytes.indexOf(LINE_FEED, feed + 1);
      continue;
    }
    const paired = feed === turn + 1;
    yield { end: turn, next: turn + (paired ? 2 : 1) };
    if (paired) feed = bytes.indexOf(LINE_FEED, feed + 1);
    turn = bytes.indexOf(CARRIAGE_RETURN, turn + 1);
  }
}

/** How many bytes at the start of a chunk belong to the line ending at the end of the one before. */
export function pairedStart(chunk: Buffer, previous: number | undefined): number {
  return previous === CARRIAGE_RETURN && chunk[0] === LINE_FEED ? 1 : 0;
}
