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
