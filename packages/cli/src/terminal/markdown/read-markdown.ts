import { lexer, type Token } from 'marked';
import { harmlessLines } from '../text/harmless-text.js';

/** Longer texts are shown as they are written. */
const LONGEST = 200_000;
/** Deeper lists and quotes are shown as they are written. */
export const deepestMarkdown = 8;

/** The blocks of a text of an agent. Undefined for one that is too long, or nested too deep, to be read. */
export function readMarkdown(text: string): Token[] | undefined {
  const safe = harmlessLines(text).join('\n');
  if (safe.length > LONGEST) return undefined;
  try {
    return lexer(safe).filter(isShown);
  } catch {
    return undefined;
  }
}

/** Whether a block shows anything by itself. */
export function isShown({ type }: Token): boolean {
  return type !== 'space' && type !== 'def' && type !== 'checkbox';
}
