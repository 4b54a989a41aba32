import { cutMark } from '@dragoman/agents/internal';
import type { CanonicalResult } from '@dragoman/protocol';

const EVERY_MARK = new RegExp(cutMark, 'gm');

/** However much is cut out, so many characters are left at an end that is not cut off. */
const LEAST_LEFT = 100;

/** How the mark begins of an output that had so few lines, so long, that its end was cut off. */
const END_MARKS = ['[... omitted 0 of ', '[... output truncated to fit '];

/** A whole output as a view shows it that has cut out its middle, if it is the same output. */
export function cutLike(
  whole: CanonicalResult | undefined,
  cut: CanonicalResult | undefined,
): CanonicalResult | undefined {
  if (whole === undefined || cut?.truncated !== true || whole.truncated === true) return whole;
  return isCutOf(whole.text, cut.text) ? { ...whole, text: cut.text, truncated: true } : whole;
}

/** A head and a tail of the whole, if any, and nothing between them but the words that mark the cut. */
function isCutOf(whole: string, cut: string): boolean {
  const head = commonStart(whole, cut);
  const tail = commonEnd(whole, cut);
  if (head < LEAST_LEFT || whole.length <= cut.length) return false;
  // The output itself may hold such words, so each occurrence is tried.
  return [...cut.matchAll(EVERY_MARK)].some(({ index, 0: words }) => {
    const [from, to] = withEmptyLines(cut, index, index + words.length);
    const isEnd = to === cut.length && END_MARKS.some((mark) => words.startsWith(mark));
    const hasEnd = tail >= LEAST_LEFT || isEnd;
    return hasEnd && from <= head && to >= cut.length - tail;
  });
}

function withEmptyLines(text: string, start: number, end: number): [from: number, to: number] {
  let [from, to] = [start, end];
  while (text[from - 1] === '\n') from -= 1;
  while (text[to] === '\n') to += 1;
  return [from, to];
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
