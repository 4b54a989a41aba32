import type { TokenCounts } from '@dragoman/gateway';
import type { TurnReply } from '../../run-scenario.js';
import type { UncountedEvidence, UncountedReply } from '../uncounted.js';

const ON_THE_SIDE =
  'a reply to what the CLI asks on the side, such as for the prefix of a command,';

/** What Claude Code neither prints nor saves of the tokens that were used. */
export const claudeUncounted: readonly UncountedReply[] = [
  { what: ON_THE_SIDE, until: '1.0.112', in: repliesOf(({ kind }) => kind === 'aside') },
  {
    what: ON_THE_SIDE,
    since: '2.0.22',
    until: '2.0.34',
    in: repliesOf(({ kind }) => kind === 'aside'),
  },
  {
    what: 'a sub-agent that the CLI only warms up (it has a file that no session names)',
    since: '2.0.30',
    until: '2.0.32',
    in: repliesOf(({ kind }) => kind === 'warm-up'),
  },
];

function repliesOf(
  which: (reply: TurnReply, run: UncountedEvidence) => boolean,
): (run: UncountedEvidence) => readonly TokenCounts[] {
  return (run) => run.replies.filter((reply) => which(reply, run)).map(({ tokens }) => tokens);
}
