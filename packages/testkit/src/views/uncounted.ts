import type { FinishedTurn } from '../run-scenario.js';
import type { SessionViews } from './session-views.js';
import { isInRange, type VersionRange } from './view-gap.js';

/** A reply of the model of which a CLI neither prints nor saves what it used. */
export interface UncountedReply extends VersionRange {
  /** Which reply: "the summary" of "What the summary used is in neither view". */
  readonly what: string;
  /** How many there are in a run. */
  readonly in: (run: UncountedEvidence) => number;
}

/** What shows how many replies nobody counted. */
export interface UncountedEvidence {
  readonly turns: readonly Pick<FinishedTurn, 'isInterrupted'>[];
  readonly sessions: readonly { readonly views: SessionViews }[];
}

/** How many replies of a run neither view of a version counts. */
export function countUncounted(
  replies: readonly UncountedReply[],
  version: string,
  run: UncountedEvidence,
): number {
  return replies
    .filter((reply) => isInRange(reply, version))
    .reduce((sum, reply) => sum + reply.in(run), 0);
}
