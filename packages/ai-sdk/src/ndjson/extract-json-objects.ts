import { DragomanError } from '@dragoman/protocol';
import { createObjectScanner } from './object-scanner.js';

/** What a buffer holds. */
export interface ExtractedObjects {
  /** The text of each object that is complete. */
  readonly objects: string[];
  /** The beginning of one that isn't: put it before what comes next. */
  readonly rest: string;
}

/**
 * Takes the complete JSON objects out of a buffer, whatever stands between them. For a stream of long
 * objects use `createJsonObjectDecoder`, which looks at no character twice.
 *
 * @example
 * extractJsonObjects('{"a":1}\n{"b":2}\n{"c":'); // objects: '{"a":1}', '{"b":2}'; rest: '{"c":'
 */
export function extractJsonObjects(buffer: string): ExtractedObjects {
  const scanner = createObjectScanner();
  const objects = scanner.scan(buffer).map(({ start, end }) => buffer.slice(start, end));
  return { objects, rest: scanner.open === undefined ? '' : buffer.slice(scanner.open) };
}

export interface JsonObjectDecoder {
  /** The text of each object that ends in this piece of the stream. */
  push(chunk: string): string[];
}

export interface JsonObjectDecoderOptions {
  /** Default: 64 Mi characters. A longer object is an error, `object_too_long`. */
  readonly maxLength?: number;
}

const DEFAULT_MAX_LENGTH = 64 * 1024 * 1024;

/** As `extractJsonObjects`, for a stream: what isn't complete is kept here and not read again. */
export function createJsonObjectDecoder(options: JsonObjectDecoderOptions = {}): JsonObjectDecoder {
  const { maxLength = DEFAULT_MAX_LENGTH } = options;
  const scanner = createObjectScanner();
  let held: string[] = [];
  let heldLength = 0;

  const hold = (piece: string): void => {
    held.push(piece);
    heldLength += piece.length;
    if (heldLength <= maxLength) return;
    throw new DragomanError(
      'object_too_long',
      `A JSON object of the stream has more than ${maxLength} characters: the stream can't be read.`,
    );
  };

  return {
    push(chunk) {
      const objects = scanner
        .scan(chunk)
        .map(({ start, end }) =>
          start < 0 ? held.join('') + chunk.slice(0, end) : chunk.slice(start, end),
        );
      const { open } = scanner;
      if (open === undefined || open >= 0) {
        held = [];
        heldLength = 0;
      }
      if (open !== undefined) hold(open < 0 ? chunk : chunk.slice(open));
      return objects;
    },
  };
}
