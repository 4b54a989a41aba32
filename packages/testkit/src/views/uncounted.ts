import type { TokenCounts } from '@dragoman/gateway';
import type { FinishedTurn, TurnReply } from '../run-scenario.js';
import type { SessionViews } from './session-views.js';
import { isInRange, type VersionRange } from './view-gap.js';

/** A reply of the model of which a CLI neither prints nor saves what it used. */
export interface UncountedReply extends VersionRange {
  /** Which reply: "the summary" of "What the summary used is in neither view". */
  readonly what: string;
  /** How many there are in a run, or what they reported, where that isn't what every reply does. */
  readonly in: (run: UncountedEvidence) => number | readonly TokenCounts[];
}

/** What shows how many replies nobody counted. */
export interface UncountedEvidence {
  readonly turns: readonly Pick<FinishedTurn, 'isInterrupted' | 'stdout'>[];
  readonly sessions: readonly { readonly views: SessionViews }[];
  readonly replies: readonly TurnReply[];
}

type Counts = Pick<TokenCounts, 'inputTokens' | 'cachedInputTokens' | 'outputTokens'>;

const NOTHING: Counts = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };

/** What the replies of a run used that neither view of a version counts. */
export function countUncounted(
  replies: readonly UncountedReply[],
  version: string,
  { usual, ...run }: UncountedEvidence & { readonly usual: Counts },
): Counts {
  return replies
    .filter((reply) => isInRange(reply, version))
    .flatMap<Counts>((reply) => {
      const found = reply.in(run);
      return typeof found === 'number' ? Array.from({ length: found }, () => usual) : found;
    })
    .reduce(add, NOTHING);
}

function add(sum: Counts, one: Counts): Counts {
  return {
    inputTokens: sum.inputTokens + one.inputTokens,
    cachedInputTokens: sum.cachedInputTokens + one.cachedInputTokens,
    outputTokens: sum.outputTokens + one.outputTokens,
  };
}
