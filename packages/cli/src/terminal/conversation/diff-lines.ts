import { harmlessLines } from '../text/harmless-text.js';
import { cutLines } from './cut-lines.js';
import { type Format, type Line, plain } from './line.js';
import type { Look } from './look.js';

const SHOWN = { head: 30, tail: 10 };

const FORMATS: Readonly<Record<string, Format>> = { '+': 'green', '-': 'red', '@': 'cyan' };

/** A unified diff in its colours. */
export function diffLines(diff: string, look: Look): Line[] {
  const lines = harmlessLines(diff.replace(/\n$/, '')).map((text): Line => {
    const format = FORMATS[text.charAt(0)];
    return format === undefined ? plain(text) : [{ text, format }];
  });
  return cutLines(lines, SHOWN, look);
}

/** How many lines a diff adds and takes away: `+3 −1`. */
export function diffSize(diff: string): { readonly added: number; readonly removed: number } {
  let added = 0;
  let removed = 0;
  for (const line of diff.split('\n')) {
    if (line.startsWith('+') && !line.startsWith('+++ ')) added += 1;
    else if (line.startsWith('-') && !line.startsWith('--- ')) removed += 1;
  }
  return { added, removed };
}
