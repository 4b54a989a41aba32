import { stripVTControlCharacters } from 'node:util';
import { codeOfWords } from './failure-codes.js';
import { plainWords } from './plain-words.js';
import type { TurnEvidence, Verdict } from './turn-evidence.js';

/** A failure in the words of the agent, else in its diagnostics', else in ours. */
export function failure(evidence: TurnEvidence, code: string, otherwise: string): Verdict {
  const said = evidence.problem?.message ?? faultWords(evidence.stderrTail);
  const words = said === undefined ? undefined : plainWords(said);
  const meaning = evidence.isProgram
    ? undefined
    : codeOfWords([evidence.problem?.code, said].filter(Boolean).join(' '));
  return {
    status: 'failed',
    code: meaning ?? code,
    reason: words ?? withLastWords(otherwise, evidence),
  };
}

export function withLastWords(words: string, { problem, stderrTail }: TurnEvidence): string {
  return withWords(words, problem?.message ?? lastWords(stderrTail));
}

/** What it said about it comes first; of its diagnostics only what names a fault belongs to it. */
export function abortWords({ command, abortReason, stderrTail }: TurnEvidence): string {
  return withWords(abortReason ?? `${command} broke its turn off.`, faultWords(stderrTail));
}

function withWords(words: string, last: string | undefined): string {
  if (last === undefined) return words;
  return `${/[.!?]$/.test(words) ? words : `${words}.`} Its last words: ${last}`;
}

export function saidNothing(evidence: TurnEvidence): string {
  const { command, said } = evidence;
  const what = said === 'completed' ? 'said that its turn is complete, then failed' : 'failed';
  return `${command} ${what}${exitWords(evidence)} and gave no reason.${unreadWords(evidence)}`;
}

export function exitWords({ exit }: TurnEvidence): string {
  if (exit === undefined) return '';
  return exit.signal === null ? ` with exit code ${exit.exitCode}` : ` by ${exit.signal}`;
}

export function unreadWords({ unparsedLines }: TurnEvidence): string {
  if (unparsedLines === 0) return '';
  return ` ${unparsedLines} of its lines could not be read.`;
}

const MOST_CHARACTERS = 2000;
const FAULT =
  /error|fail|fatal|denied|refused|invalid|unable|cannot|can't|could not|not found|no such|missing|unauthori[sz]ed|forbidden|exceeded|limit|unknown|unexpected|panicked/i;
/** What a program itself says is no fault, whatever words follow. */
const WARNING = /^\W*(?:\S+\s+)?\w*warn(?:ing)?\b/i;
/** Frames of stack traces, what Node adds to one, and drawings. */
const NOISE = /^\s*at .+[):\d]$|^Node\.js v\d|^\s*[\^~|=-]+\s*$|^[{}[\](),;\s]*$/;

/** The last line of a program's diagnostics that names a fault. */
function faultWords(stderr: string): string | undefined {
  return linesOf(stderr).findLast((line) => FAULT.test(line) && !WARNING.test(line));
}

/** The same, or without such a line the last one, whatever it says. */
function lastWords(stderr: string): string | undefined {
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
