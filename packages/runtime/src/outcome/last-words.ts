import { stripVTControlCharacters } from 'node:util';

const MOST_CHARACTERS = 2000;
const TELLING =
  /error|fail|fatal|denied|refused|invalid|unable|cannot|can't|could not|not found|no such|missing|unauthori[sz]ed|forbidden|exceeded|limit|unknown|unexpected|panicked/i;
/** Frames of stack traces, what Node adds to one, and drawings. */
const NOISE = /^\s*at .+[):\d]$|^Node\.js v\d|^\s*[\^~|=-]+\s*$|^[{}[\](),;\s]*$/;

/**
 * What says most about why a program ended: the last line of its diagnostics that tells of a fault,
 * else what it remarked itself, else the last line whatever it says.
 */
export function lastWords(stderr: string, remark?: string): string | undefined {
  const lines = stripVTControlCharacters(stderr)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !NOISE.test(line));
  return lines.findLast((one) => TELLING.test(one)) ?? remark ?? lines.at(-1);
}

/** Words that fit into an `end`. */
export function shortWords(words: string): string {
  return words.length <= MOST_CHARACTERS ? words : `${words.slice(0, MOST_CHARACTERS)}…`;
}
