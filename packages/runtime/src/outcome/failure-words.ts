import { codeOfWords } from './failure-codes.js';
import { faultWords, lastWords } from './last-words.js';
import type { TurnEvidence } from './turn-evidence.js';
import type { Verdict } from './verdict.js';

/** A failure in the words of the agent, else in its diagnostics', else in ours. */
export function failure(evidence: TurnEvidence, code: string, otherwise: string): Verdict {
  const words = evidence.problem?.message ?? faultWords(evidence.stderrTail);
  const meaning = codeOfWords([evidence.problem?.code, words].filter(Boolean).join(' '));
  return {
    status: 'failed',
    code: meaning ?? code,
    reason: words ?? withLastWords(otherwise, evidence),
  };
}

export function withLastWords(words: string, { problem, stderrTail }: TurnEvidence): string {
  return withWords(words, problem?.message ?? lastWords(stderrTail));
}

/** What it said about it comes first; of its diagnostics only what tells of a fault belongs to it. */
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
