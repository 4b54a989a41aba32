import { readHead } from '@dragoman/runtime/internal';
import type { LineBatch } from '../store/turn-store.js';

/** How lines become bytes of a response. */
export interface LineEncoding {
  readonly contentType: string;
  /** Writes one line of the journal, which has its newline. Without it lines stay as they are. */
  readonly encode?: (line: string) => string;
  /** What a reader gets when nothing has happened for a while. Without a `seq`: it is no event. */
  readonly ping: string;
}

/** Lines that were read at once, as bytes that all their readers share. */
export interface EventPiece {
  readonly first: number;
  readonly last: number;
  /** How much room it takes. */
  readonly size: number;
  /** As the journal has them, each with its newline. */
  lines(): readonly string[];
  bytes(encoding: LineEncoding): Uint8Array;
  /** What comes after a cursor in the middle of it. */
  after(seq: number): EventPiece;
}

const encoder = new TextEncoder();

/** Keeps the bytes alone: most readers get these as they are, and no line outlives its reading. */
export function createEventPiece({ lines: read, bytes }: LineBatch): EventPiece {
  const [first, last] = [seqOf(read[0]), seqOf(read.at(-1))];
  const written = bytes ?? encoder.encode(read.join(''));
  const made = new Map<LineEncoding, Uint8Array>();
  const lines = (): string[] => new TextDecoder().decode(written).match(LINE) ?? [];
  return {
    first,
    last,
    size: written.byteLength,
    lines,
    bytes(encoding) {
      if (encoding.encode === undefined) return written;
      const known = made.get(encoding);
      if (known !== undefined) return known;
      const encoded = encoder.encode(lines().map(encoding.encode).join(''));
      made.set(encoding, encoded);
      return encoded;
    },
    after: (seq) => createEventPiece({ lines: lines().filter((line) => seqOf(line) > seq) }),
  };
}

const LINE = /[^\n]*\n/g;

/** The number of a line of a journal; 0 for what is none. */
export function seqOf(line: string | undefined): number {
  return line === undefined ? 0 : (readHead(line)?.seq ?? 0);
}
