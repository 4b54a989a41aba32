import type { CanonicalResult } from '@dragoman/protocol';

/** The longest note that stands where output was cut out: `[... omitted 19744 of 20000 lines ...]`. */
const NOTE_LENGTH = 80;

/** A whole output as a view shows it that has cut out its middle, if it is the same output. */
export function cutLike(
  whole: CanonicalResult | undefined,
  cut: CanonicalResult | undefined,
): CanonicalResult | undefined {
  if (whole === undefined || cut?.truncated !== true || whole.truncated === true) return whole;
  const kept = commonStart(whole.text, cut.text) + commonEnd(whole.text, cut.text);
  const same = whole.text.length > cut.text.length && kept >= cut.text.length - NOTE_LENGTH;
  return same ? { ...whole, text: cut.text, truncated: true } : whole;
}

function commonStart(left: string, right: string): number {
  let length = 0;
  while (length < right.length && left[length] === right[length]) length += 1;
  return length;
}

function commonEnd(left: string, right: string): number {
  let length = 0;
  while (length < right.length && left.at(-1 - length) === right.at(-1 - length)) length += 1;
  return length;
}
