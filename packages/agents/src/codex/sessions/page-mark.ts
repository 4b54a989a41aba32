import { DragomanError } from '@dragoman/protocol';

/**
 * Where a page begins: at the message of this index among those that begin at a quiet point. As a
 * number, it is the byte offset of the point, with the index as its fraction.
 */
export interface PageMark {
  readonly at: number;
  readonly index: number;
}

/** A power of two, so that the fraction is exact; offsets up to 128 GB still are. */
const INDICES = 65536;
const MOST_BYTES = 2 ** 37;

export function writeMark({ at, index }: PageMark): number {
  return at + index / INDICES;
}

/** The largest index that a mark can hold. */
export const mostIndex = INDICES - 1;

export function readMark(before: number): PageMark {
  if (!(before >= 0 && before <= MOST_BYTES)) {
    throw new DragomanError(
      'invalid_option',
      `before must be where a page begins, as the page's "earlier" says, not ${before}.`,
    );
  }
  const at = Math.floor(before);
  return { at, index: Math.floor((before - at) * INDICES) };
}
