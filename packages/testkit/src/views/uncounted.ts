import { defineScript, type WrittenScript } from '@dragoman/gateway';
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
  /** How many replies the model broke off, once it had said what they used. */
  readonly brokenOff: number;
}

/** How many replies a script breaks off in mid-stream. */
export function countBrokenOff(script: WrittenScript): number {
  return defineScript(script).steps.reduce((sum, { fault }) => {
    const isBreak = fault?.kind === 'cut' || fault?.kind === 'fail';
    return sum + (isBreak ? (fault.times ?? 0) : 0);
  }, 0);
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
