import type { TokenCounts } from '@dragoman/gateway';
import type { TurnReply } from '../../run-scenario.js';
import { isTool, isUnanswered } from '../level-views.js';
import { namesReply, type UncountedEvidence, type UncountedReply } from '../uncounted.js';
import { abandonedAttempts, summariesIn } from './kept-messages.js';

/** What OpenCode neither prints nor saves of the tokens that were used: it counts at the end of a step. */
export const opencodeUncounted: readonly UncountedReply[] = [
  {
    what: 'a reply that broke off, or was under way when OpenCode was stopped,',
    in: ({ replies }) => replies.filter(({ isWhole }) => !isWhole).map(({ tokens }) => tokens),
  },
  {
    what: 'the reply whose calls were under way when OpenCode was stopped',
    in: lastWholeReplies,
  },
  {
    what: 'the reply that had asked a sub-agent which was at work when OpenCode was stopped',
    in: ({ sessions }) => sessions.filter(isWaitingForSubAgent).length,
  },
  {
    what: 'a reply to what OpenCode asks on the side, such as for the title of a prompt,',
    until: '1.2.4',
    in: repliesOnTheSide,
  },
  {
    // It asks again, or fails, as 1.1.16 does.
    what: 'a reply with a call that OpenCode can’t take, such as one with an argument `constructor`,',
    until: '1.3.2',
    in: repliesAbandoned,
  },
];

/** A summary is asked for on the side as well, and counts: once, also where a fork copies it. */
function repliesOnTheSide({ replies, sessions }: UncountedEvidence): number {
  const asides = replies.filter(({ kind, isWhole }) => kind === 'aside' && isWhole);
  const summaries = new Set(sessions.flatMap(({ text }) => summariesIn(text)));
  return asides.length - summaries.size;
}

/** The replies that came whole, and that came to nothing. */
function repliesAbandoned({ replies, sessions }: UncountedEvidence): readonly TokenCounts[] {
  const abandoned = [...new Set(sessions.map(({ text }) => text))].flatMap(abandonedAttempts);
  const isAbandoned = ({ kind, isWhole, tag }: TurnReply) =>
    kind === 'step' && isWhole && abandoned.some((attempt) => namesReply(attempt, tag));
  return replies.filter(isAbandoned).map(({ tokens }) => tokens);
}

/** Whether a step of a session never ended, as the session of a sub-agent had not. */
function isWaitingForSubAgent({ views }: UncountedEvidence['sessions'][number]): boolean {
  return views.saved.blocks.some(
    (block) => isTool(block) && block.name === 'Task' && isUnanswered(block),
  );
}

/** The last reply of each turn that was interrupted, if the model had come to its end. */
function lastWholeReplies({ turns, replies }: UncountedEvidence): readonly TokenCounts[] {
  return turns.flatMap(({ isInterrupted }, index) => {
    const last = replies.filter(({ turn }) => turn === index).at(-1);
    return isInterrupted && last?.isWhole === true ? [last.tokens] : [];
  });
}
