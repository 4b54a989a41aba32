import type { CanonicalBlock, CanonicalResult } from '@dragoman/protocol';
import {
  isNotice,
  isTool,
  keyOf,
  leaveOut,
  rewriteResults,
  type ToolBlock,
} from '../level-views.js';
import type { SessionView, SessionViews } from '../session-views.js';
import type { ViewGap } from '../view-gap.js';
import { isLost, leaveOutEnd } from './lost-ends.js';

/** What the file doesn't get to hold of a turn that is stopped: the CLI ends too soon. */
export const abortGaps: readonly ViewGap[] = [
  {
    id: 'ends-of-stopped-turns',
    missingIn: 'saved',
    what: 'the last that was said and done, and what that used, before the CLI was killed or ended by a signal: it prints at once, and saves a moment later. Resuming the session may add that a call was stopped',
    since: '2.1.30',
    level: (views) => leaveOutStopped(leaveOutEnd(views)),
  },
  {
    id: 'results-of-stopped-sub-agents',
    missingIn: 'live',
    what: 'what became of the call under way of a sub-agent that was stopped together with its parent',
    until: '2.1.280',
    unproven: { until: 'it is up to chance which comes first, the result or the end' },
    level: leaveOutSubAgentResults,
  },
  {
    id: 'results-of-lost-calls',
    missingIn: 'live',
    what: 'that nobody knows what became of a call under way when the CLI was killed; resuming the session says so. What became of that of a sub-agent that was stopped',
    since: '2.1.265',
    level: leaveOutLost,
  },
  {
    id: 'interruptions',
    missingIn: 'saved',
    what: 'that a turn was interrupted; resuming the session may add it',
    since: '2.1.79',
    until: '2.1.267',
    level: leaveOutInterruption,
  },
];

const SIGKILL_EXIT_CODE = 137;

/**
 * Only calls that are the last before an interruption or the end, or that were stopped where a turn has
 * no end, and only as far as the file has no result.
 */
function leaveOutStopped(views: SessionViews): SessionViews {
  const { blocks, turns = [] } = views.live;
  const isCut = turns.some(({ end }) => end === undefined);
  const isStopped = (call: ToolBlock): boolean => {
    const next = blocks.slice(blocks.indexOf(call) + 1).find((block) => !isStoppedCall(block));
    const isLast = next === undefined || isNotice('interrupted')(next);
    const status = call.result?.status;
    return isLast ? status !== 'success' : isCut && isKilled(call.result);
  };
  return rewriteResults('live', (own, other, call) =>
    other === undefined && isStopped(call) ? undefined : own,
  )(views);
}

/** A command that is stopped with the CLI may be seen to fail first. */
function isKilled(result: CanonicalResult | undefined): boolean {
  return result?.status === 'cancelled' || result?.exitCode === SIGKILL_EXIT_CODE;
}

/** Calls that were made at once are stopped at once. */
function isStoppedCall(block: CanonicalBlock): boolean {
  const status = isTool(block) ? block.result?.status : 'success';
  return status === undefined || status === 'cancelled';
}

/** Only results of calls that were not done. */
function leaveOutSubAgentResults(views: SessionViews): SessionViews {
  return rewriteResults('saved', (own, other, { parent }) =>
    parent !== undefined && other === undefined && own?.status !== 'success' ? undefined : own,
  )(views);
}

/** Of such a call the live view has no result, or how it was stopped. */
function leaveOutLost(views: SessionViews): SessionViews {
  const unanswered = rewriteResults('live', (own, other) =>
    own?.status !== 'success' && isLost(other) ? undefined : own,
  )(views);
  return rewriteResults('saved', (own, other) =>
    other === undefined && isLost(own) ? undefined : own,
  )(leaveOutSubAgentResults(unanswered));
}

/** Only those behind something that nothing interrupts in the file. */
function leaveOutInterruption(views: SessionViews): SessionViews {
  const kept = new Set(interruptions(views.saved).keys());
  const missing = new Set<CanonicalBlock>();
  for (const [interrupted, notice] of interruptions(views.live)) {
    if (!kept.has(interrupted)) missing.add(notice);
  }
  return leaveOut('live', (block) => missing.has(block))(views);
}

/** The notices of interruptions, by what was interrupted. */
function interruptions({ blocks }: SessionView): ReadonlyMap<string, CanonicalBlock> {
  const found = new Map<string, CanonicalBlock>();
  for (const [at, block] of blocks.entries()) {
    const before = blocks[at - 1];
    const key = before && isTool(before) ? keyOf(before) : JSON.stringify(before ?? null);
    if (isNotice('interrupted')(block)) found.set(key, block);
  }
  return found;
}
