import { redacted, redactSpans } from './redactor.js';
import type { SecretFinder, SecretSpan } from './secret-finder.js';

/** Redacts one text that comes in pieces. */
export interface TextRedactor {
  /** What can be shown now: all but an end that could yet become a secret. */
  push(piece: string): string;
  /** What was held back. */
  flush(): string;
}

/** No private key in use is longer. */
const MOST_HELD = 16 * 1024;
const WORD = /[^\s"'`,;<>(){}\\]*/y;
const KEY_EDGE = /-----(BEGIN|END) [A-Z ]{0,40}PRIVATE KEY-----/g;
/**
 * A held end up to so long is looked at with every piece. A longer one, such as that of a long token or
 * a private key, waits until it has grown by a quarter: to look at all of it for every character
 * would take a time that grows with the square of its length.
 */
const LOOKED_AT_ALWAYS = 64;
const WORTH_A_LOOK = 0.25;

/** A secret of which the beginning is shown as redacted and the rest is held. */
interface CutSecret {
  /** How much of what is held belongs to it. */
  readonly length: number;
  /** What more of it may come: nothing, the rest of its word, or the rest of a private key. */
  readonly goesOn: 'no' | 'word' | 'key';
}

/**
 * Any split of a text into pieces gives the same redacted whole. The exception are secrets that are
 * longer than what may be held, alone or with others that they touch: they are left out up to the end
 * of their last word, or of the private key. No split shows a part of a secret that may be held. A
 * longer one that only its end gives away, such as a given value, is shown.
 */
export function createTextRedactor(finder: SecretFinder): TextRedactor {
  /** The last character shown: a pattern needs it to see where a word begins. */
  let before = '';
  let held = '';
  let cut: CutSecret | undefined;
  /** What came since the held end was last looked at. */
  let unseen = '';

  const show = (isEnd: boolean): string => {
    const text = before + held + unseen;
    unseen = '';
    const from = before.length;
    const rest = cut && restOf(cut, text, from);
    const found = finder.find(text, from);
    const spans = rest === undefined ? found : joined(rest, found);
    const until = isEnd
      ? text.length
      : Math.max(from, leastShown(text, spans), openFrom(text, spans, finder.openFrom(text)));
    const shown = redactSpans(text, spans, from, until);
    const isRest = ({ start }: SecretSpan) => rest?.start === start;
    const last = spans.find((span) => until < span.end && (span.start < until || isRest(span)));
    cut = last && {
      length: last.end - until,
      goesOn: goesOn(text, last, isRest(last) ? cut : undefined),
    };
    before = text.slice(0, until).slice(-1);
    held = text.slice(until);
    return rest === undefined ? shown : shown.slice(redacted.length);
  };

  return {
    push(piece) {
      unseen += piece;
      if (held.length > LOOKED_AT_ALWAYS && unseen.length < held.length * WORTH_A_LOOK) return '';
      return show(false);
    },
    flush() {
      const shown = show(true);
      before = '';
      return shown;
    },
  };
}

/**
 * Up to where a text is shown at least, so that no more than the most is held. What introduces a
 * secret, such as `Bearer `, stays with it: alone, what follows looks like no secret.
 */
function leastShown(text: string, spans: readonly SecretSpan[]): number {
  const least = text.length - MOST_HELD;
  return spans.find(({ from, start }) => from < least && least <= start)?.from ?? least;
}

/** A secret at the end may grow, and one that the open end lies in belongs to it. */
function openFrom(text: string, spans: readonly SecretSpan[], begun: number): number {
  let open = begun;
  for (const { from, end } of spans.toReversed()) {
    if (end === text.length || (from < open && open < end)) open = Math.min(open, from);
  }
  return open;
}

/** What of a text, from a position on, belongs to a secret whose beginning is gone. */
function restOf({ length, goesOn }: CutSecret, text: string, from: number): SecretSpan {
  const known = from + length;
  const end = { no: () => known, word: endOfWord, key: endOfKey }[goesOn](text, known);
  return { from, start: from, end };
}

function endOfWord(text: string, from: number): number {
  WORD.lastIndex = from;
  WORD.test(text);
  return WORD.lastIndex;
}

function endOfKey(text: string, from: number): number {
  for (const { 0: edge, 1: kind, index } of text.matchAll(KEY_EDGE)) {
    if (kind === 'END' && index + edge.length > from) return index + edge.length;
  }
  return text.length;
}

/** Spans of which the first one takes in those that it touches. */
function joined(first: SecretSpan, others: readonly SecretSpan[]): SecretSpan[] {
  const apart: SecretSpan[] = [];
  let { end } = first;
  for (const span of others) {
    if (span.start < end) end = Math.max(end, span.end);
    else apart.push(span);
  }
  return [{ ...first, end }, ...apart];
}

/** What more may come of a secret that is cut; `before` says it for the rest of one. */
function goesOn(
  text: string,
  { from, end }: SecretSpan,
  before: CutSecret | undefined,
): CutSecret['goesOn'] {
  if (end < text.length) return 'no';
  const kind = [...text.slice(from).matchAll(KEY_EDGE)].at(-1)?.[1];
  const isKey = kind === undefined ? before?.goesOn === 'key' : kind === 'BEGIN';
  return isKey ? 'key' : 'word';
}
