import type { TokenCounts } from '@dragoman/gateway';
import type { UncountedEvidence, UncountedReply } from '../uncounted.js';

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
];

/** The last reply of each turn that was interrupted, if the model had come to its end. */
function lastWholeReplies({ turns, replies }: UncountedEvidence): readonly TokenCounts[] {
  return turns.flatMap(({ isInterrupted }, index) => {
    const last = replies.filter(({ turn }) => turn === index).at(-1);
    return isInterrupted && last?.isWhole === true ? [last.tokens] : [];
  });
}
