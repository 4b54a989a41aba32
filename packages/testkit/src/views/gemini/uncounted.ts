import type { TokenCounts } from '@dragoman/gateway';
import type { UncountedEvidence, UncountedReply } from '../uncounted.js';

/** What Gemini CLI neither prints nor saves of the tokens that were used. */
export const geminiUncounted: readonly UncountedReply[] = [
  {
    what: 'a reply that broke off in mid-stream',
    in: ({ replies }) => replies.filter(({ isWhole }) => !isWhole).map(({ tokens }) => tokens),
  },
  {
    what: 'a summary of the session or a search of the web in a turn that was cut off later',
    in: ({ replies, turns }) =>
      replies
        .filter(({ kind, isWhole, turn }) => kind === 'aside' && isWhole && isCutOff(turns[turn]))
        .map(({ tokens }) => tokens),
  },
  {
    what: 'the reply at which Gemini CLI stops because the model goes in circles',
    in: (run) => repliesBeforeLoops(run, -1),
  },
  {
    what: 'the reply before that one, after which Gemini CLI warns the model',
    since: '0.34.0',
    in: (run) => repliesBeforeLoops(run, -2),
  },
];

function isCutOff(turn: UncountedEvidence['turns'][number] | undefined): boolean {
  return turn?.isInterrupted === true;
}

const LOOP = '"message":"Loop detected';

/** The last reply of each turn that ends in a loop, or one before; one that broke off is counted above. */
function repliesBeforeLoops(
  { turns, replies }: UncountedEvidence,
  position: number,
): readonly TokenCounts[] {
  const loops = turns.flatMap(({ stdout }, turn) => (stdout.includes(LOOP) ? turn : []));
  return loops.flatMap((turn) => {
    const reply = replies.filter((each) => each.turn === turn).at(position);
    return reply?.isWhole ? reply.tokens : [];
  });
}
