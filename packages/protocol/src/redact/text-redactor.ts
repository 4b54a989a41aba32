import { redactSpans } from './redactor.js';
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
const WORD = /^[^\s"'`,;<>(){}\\]*/;
const KEY_END = /-----END [A-Z ]{0,40}PRIVATE KEY-----/;
const LONGEST_KEY_END = 80;
/**
 * A held end up to so long is looked at with every piece. A longer one, such as that of a long token or
 * a private key, waits until it has grown by a quarter: to look at all of it for every character
 * would take a time that grows with the square of its length.
 */
const LOOKED_AT_ALWAYS = 64;
const WORTH_A_LOOK = 0.25;

/**
 * Any split of a text into pieces gives the same redacted whole. The exception is a word of secrets
 * that is longer than what may be held: it is left out up to its end, or to the end of the private key.
 * A secret that begins in such a word and goes on behind a space is shown from there.
 */
export function createTextRedactor(finder: SecretFinder): TextRedactor {
  /** The last character shown: a pattern needs it to see where a word begins. */
  let before = '';
  let held = '';
  /** What came since the held end was last looked at. */
  let unseen = '';
  let leavingOut: 'word' | 'key' | undefined;
  let leftOut = '';

  /** What of a piece comes after the over-long secret that is being left out. */
  const rest = (piece: string): string => {
    if (leavingOut === undefined) return piece;
    const text = leftOut + piece;
    const end = leavingOut === 'key' ? endOfKey(text) : endOfWord(piece, leftOut.length);
    if (end === undefined) {
      leftOut = text.slice(-LONGEST_KEY_END);
      return '';
    }
    leavingOut = undefined;
    leftOut = '';
    if (end > 0) before = text.charAt(end - 1);
    return text.slice(end);
  };

  const takeUnseen = (): string => {
    const taken = unseen;
    unseen = '';
    return taken;
  };

  return {
    push(piece) {
      unseen += piece;
      if (held.length > LOOKED_AT_ALWAYS && unseen.length < held.length * WORTH_A_LOOK) return '';
      const fresh = rest(takeUnseen());
      const text = before + held + fresh;
      const spans = finder.find(text, before.length);
      const open = openFrom(text, spans, finder.openFrom(text));
      const isTooLong = text.length - open > MOST_HELD;
      const until = isTooLong ? text.length : Math.max(open, before.length);
      const shown = redactSpans(text, spans, before.length, until);
      const last = spans.at(-1);
      if (isTooLong && last?.end === text.length) {
        leavingOut = text.startsWith('-----BEGIN', last.from) ? 'key' : 'word';
      }
      held = text.slice(until);
      before = text.slice(0, until).slice(-1);
      return shown;
    },
    flush() {
      const fresh = rest(takeUnseen());
      const text = before + held + fresh;
      const shown = redactSpans(text, finder.find(text, before.length), before.length, text.length);
      before = '';
      held = '';
      leavingOut = undefined;
      leftOut = '';
      return shown;
    },
  };
}

/** A secret at the end may grow, and one that the open end lies in belongs to it. */
function openFrom(text: string, spans: readonly SecretSpan[], begun: number): number {
  let open = begun;
  for (const { from, end } of spans.toReversed()) {
    if (end === text.length || (from < open && open < end)) open = Math.min(open, from);
  }
  return open;
}

function endOfWord(piece: string, offset: number): number | undefined {
  const length = WORD.exec(piece)?.[0].length ?? 0;
  return length === piece.length ? undefined : offset + length;
}

function endOfKey(text: string): number | undefined {
  const match = KEY_END.exec(text);
  return match === null ? undefined : match.index + match[0].length;
}
