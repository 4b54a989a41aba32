import { createByteFinder } from './byte-finder.js';

/** A text to look for. */
export interface TextQuery {
  readonly text: string;
  /** Default: upper and lower case count only if the text has an upper-case letter. */
  readonly caseSensitive?: boolean | undefined;
}

/** Finds a text in what agents wrote: quickly in the bytes of a file, exactly in a text. */
export interface TextFinder {
  /** The longest piece of the text that no JSON writes otherwise. */
  readonly probe: string;
  /** How long the text is. */
  readonly length: number;
  /** Where the bytes of JSON from a position on may hold the text: -1 where they surely don't. */
  mayBeIn(bytes: Buffer, from: number): number;
  /** Where a text holds it: -1 where it doesn't. */
  indexIn(text: string): number;
}

/** In JSON these stand for themselves, however often they were quoted. */
const PLAIN_RUN = /[\w .,:;=+*%@#$!?()[\]{}|^`~'-]+/g;
const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/**
 * A finder for a text. The bytes are searched for the longest piece of it that no JSON writes otherwise;
 * a text without such a piece may be in any line.
 */
export function createTextFinder({
  text,
  caseSensitive = /\p{Lu}/u.test(text),
}: TextQuery): TextFinder {
  const flags = caseSensitive ? 'g' : 'gi';
  const [probe = ''] = (text.match(PLAIN_RUN) ?? []).sort((a, b) => b.length - a.length);
  const quick = createByteFinder(probe, caseSensitive);
  const exact = new RegExp(escaped(text), `${flags}u`);
  return {
    probe,
    length: text.length,
    mayBeIn: quick,
    indexIn(within) {
      exact.lastIndex = 0;
      return exact.exec(within)?.index ?? -1;
    },
  };
}

function escaped(text: string): string {
  return text.replace(SPECIAL, '\\$&');
}
