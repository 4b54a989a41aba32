import { readHead } from '@dragoman/runtime/internal';

/** How lines become bytes of a response. */
export interface LineEncoding {
  readonly contentType: string;
  /** One line of the journal, with its newline. */
  encode(line: string): string;
  /** What a reader gets when nothing has happened for a while. Without a `seq`: it is no event. */
  readonly ping: string;
}

/** Lines that were read at once, as bytes that all their readers share. */
export interface EventPiece {
  readonly first: number;
  readonly last: number;
  /** As the journal has them, each with its newline. */
  readonly lines: readonly string[];
  /** About how much room it takes. */
  readonly size: number;
  bytes(encoding: LineEncoding): Uint8Array;
  /** What comes after a cursor in the middle of it. */
  after(seq: number): EventPiece;
}

const encoder = new TextEncoder();

export function createEventPiece(lines: readonly string[]): EventPiece {
  const made = new Map<LineEncoding, Uint8Array>();
  const [first, last] = [seqOf(lines[0]), seqOf(lines.at(-1))];
  return {
    first,
    last,
    lines,
    size: lines.reduce((sum, line) => sum + line.length, 0),
    bytes(encoding) {
      const known = made.get(encoding);
      if (known !== undefined) return known;
      const bytes = encoder.encode(lines.map(encoding.encode).join(''));
      made.set(encoding, bytes);
      return bytes;
    },
    after: (seq) => createEventPiece(lines.filter((line) => seqOf(line) > seq)),
  };
}

/** The number of a line of a journal; 0 for what is none. */
export function seqOf(line: string | undefined): number {
  return line === undefined ? 0 : (readHead(line)?.seq ?? 0);
}
