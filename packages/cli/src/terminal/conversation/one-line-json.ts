import { writeJson } from '@dragoman/protocol';
import { cutText } from '../text/cut-text.js';
import { harmlessLine } from '../text/harmless-text.js';
import type { Look } from './look.js';

/** Enough to know a call by. */
const LONGEST = 300;

/** Any value in one line. */
export function oneLineJson(value: unknown, look: Look): string {
  const text = harmlessLine(writeJson(value));
  return look.full ? text : cutText(text, LONGEST);
}
