import { stripVTControlCharacters } from 'node:util';

const MOST_CHARACTERS = 2000;
const TELLING =
  /error|fail|fatal|denied|refused|invalid|unable|cannot|can't|could not|not found|no such|missing|unauthori[sz]ed|forbidden|exceeded|limit|unknown|unexpected|panicked/i;
/** What a program itself says is no fault, whatever words follow. */
const WARNING = /^\W*(?:\S+\s+)?\w*warn(?:ing)?\b/i;
/** Frames of stack traces, what Node adds to one, and drawings. */
const NOISE = /^\s*at .+[):\d]$|^Node\.js v\d|^\s*[\^~|=-]+\s*$|^[{}[\](),;\s]*$/;

/** The last line of a program's diagnostics that tells of a fault. */
export function faultWords(stderr: string): string | undefined {
  return linesOf(stderr).findLast((line) => TELLING.test(line) && !WARNING.test(line));
}

/** The same, or without such a line the last one, whatever it says. */
export function lastWords(stderr: string): string | undefined {
  return faultWords(stderr) ?? linesOf(stderr).at(-1);
}

function linesOf(stderr: string): string[] {
  return stripVTControlCharacters(stderr)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !NOISE.test(line));
}

/** Words that fit into an `end`. */
export function shortWords(words: string): string {
  return words.length <= MOST_CHARACTERS ? words : `${words.slice(0, MOST_CHARACTERS)}…`;
}
