import type { EndStatus } from '@dragoman/protocol';
import {
  abortWords,
  exitWords,
  failure,
  saidNothing,
  unreadWords,
  withLastWords,
} from './failure-words.js';
import type { StopCause, TurnEvidence, Verdict } from './turn-evidence.js';

/** One row of the table: for which evidence, and what it means. */
interface OutcomeRule {
  /** For the documentation and for tests. */
  readonly name: string;
  applies(evidence: TurnEvidence): boolean;
  verdict(evidence: TurnEvidence): Verdict;
}

/** What it means that we stopped a turn, whatever else is known about it. */
const STOPS: Readonly<Record<StopCause, { status: EndStatus; code: string; words: string }>> = {
  cancel: { status: 'canceled', code: 'canceled', words: 'It was canceled.' },
  kill: { status: 'canceled', code: 'canceled', words: 'It was killed.' },
  resume_lost: {
    status: 'failed',
    code: 'resume_lost',
    words: 'It went on in another session than the one it was to resume.',
  },
  never_started: {
    status: 'not_started',
    code: 'never_started',
    words: 'It never said anything and was stopped.',
  },
  idle: { status: 'stalled', code: 'idle', words: 'It fell silent and was stopped.' },
  wall: { status: 'timeout', code: 'timeout', words: 'It took too long and was stopped.' },
  total: {
    status: 'timeout',
    code: 'total_timeout',
    words: 'It took too long, the waiting for tools included, and was stopped.',
  },
  journal_limit: {
    status: 'failed',
    code: 'journal_limit',
    words: 'It wrote more than its journal may hold and was stopped.',
  },
  hang_after_end: {
    status: 'success',
    code: 'hang_after_end',
    words: 'It had finished, but did not exit and was stopped.',
  },
};

/**
 * The table of evidence, first to last. `success` needs the agent's own word that its turn is
 * complete (or an agent that never gives it) and an exit that doesn't say otherwise.
 */
export const outcomeRules: readonly OutcomeRule[] = [
  {
    name: 'the owner is lost',
    applies: ({ ownerLost }) => ownerLost !== undefined,
    verdict: ({ ownerLost }) => ({
      status: 'failed',
      code: 'owner_lost',
      reason: ownerLost?.words ?? 'The process that ran this turn ended before the turn did.',
    }),
  },
  {
    name: 'somebody canceled it',
    applies: ({ stopped }) => stopped?.cause === 'cancel' || stopped?.cause === 'kill',
    verdict: stopVerdict,
  },
  {
    name: 'it resumed another session',
    applies: ({ stopped }) => stopped?.cause === 'resume_lost',
    verdict: stopVerdict,
  },
  {
    name: 'something failed on our side',
    applies: ({ failure }) => failure !== undefined,
    verdict: ({ failure, started }) => ({
      status: started ? 'failed' : 'not_started',
      code: failure?.code ?? 'internal',
      reason: failure?.message ?? '',
    }),
  },
  {
    name: 'a limit was passed',
    applies: ({ stopped }) => stopped !== undefined && stopped.cause !== 'hang_after_end',
    verdict: stopVerdict,
  },
  {
    name: 'it was never started',
    applies: ({ started }) => !started,
    verdict: () => ({
      status: 'not_started',
      code: 'not_started',
      reason: 'The agent was never started.',
    }),
  },
  {
    name: 'it needed more memory than it may have',
    applies: ({ exit }) => exit?.reason === 'memory_limit',
    verdict: ({ command }) => ({
      status: 'failed',
      code: 'memory_limit',
      reason: `${command} needed more memory than its sandbox allows and was ended.`,
    }),
  },
  {
    name: 'it said that it failed, or named a fatal error',
    applies: ({ said, problem }) =>
      said === 'failed' || (problem !== undefined && said !== 'aborted'),
    verdict: (evidence) => failure(evidence, 'agent_error', saidNothing(evidence)),
  },
  {
    name: 'it was complete, and we ended what would not exit',
    applies: ({ said, stopped }) => said === 'completed' && stopped?.cause === 'hang_after_end',
    verdict: ({ stopped }) => ({
      status: 'success',
      warning: stopped?.words ?? STOPS.hang_after_end.words,
    }),
  },
  {
    name: 'how it ended is not known',
    applies: ({ exit }) => exit === undefined,
    verdict: (evidence) =>
      failure(evidence, 'exit_unknown', `How ${evidence.command} ended is not known.`),
  },
  {
    name: 'a signal ended it that we did not send',
    applies: ({ exit }) => exit?.signal != null,
    verdict: (evidence) => ({
      status: 'failed',
      code: 'killed',
      reason: withLastWords(
        `${evidence.command} was ended from outside by ${evidence.exit?.signal}.`,
        evidence,
      ),
    }),
  },
  {
    name: 'its exit code says that it failed',
    applies: ({ exit }) => exit?.exitCode !== 0,
    verdict: (evidence) => failure(evidence, 'exit_code', saidNothing(evidence)),
  },
  {
    name: 'it broke off, and nobody had asked it to',
    applies: ({ said }) => said === 'aborted',
    verdict: (evidence) => {
      // An error right before it is what it broke off for, though it didn't call it fatal.
      const message = evidence.remark ?? abortWords(evidence);
      return failure({ ...evidence, problem: { message } }, 'aborted', message);
    },
  },
  {
    name: 'it was complete',
    applies: ({ said, expectsTerminal }) => said === 'completed' || !expectsTerminal,
    verdict: () => ({ status: 'success' }),
  },
  {
    name: 'it exited without a word about its turn',
    applies: () => true,
    verdict: (evidence) => ({
      status: 'failed',
      code: 'no_terminal_event',
      reason: withLastWords(
        `${evidence.command} exited${exitWords(evidence)} without saying that its turn is complete.${unreadWords(evidence)}`,
        evidence,
      ),
    }),
  },
];

function stopVerdict(evidence: TurnEvidence): Verdict {
  const { cause, words } = evidence.stopped ?? { cause: 'cancel' as const };
  const stop = STOPS[cause];
  const reason = words ?? stop.words;
  const isOurs = stop.status === 'canceled' || cause === 'resume_lost' || cause === 'journal_limit';
  return {
    status: stop.status,
    code: stop.code,
    reason: isOurs ? reason : withLastWords(reason, evidence),
  };
}
