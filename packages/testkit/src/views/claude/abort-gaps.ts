import type { CanonicalBlock, CanonicalResult } from '@dragoman/protocol';
import {
  isNotice,
  isTool,
  isUnfinished,
  keyOf,
  leaveOut,
  rewriteResults,
  type ToolBlock,
  usesMore,
} from '../level-views.js';
import type { SessionView, SessionViews } from '../session-views.js';
import type { ViewGap } from '../view-gap.js';
import { isOwnWords, keptWords } from './speech-gaps.js';

/** What the file doesn't get to hold of a turn that is stopped: the CLI ends too soon. */
export const abortGaps: readonly ViewGap[] = [
  {
    id: 'ends-of-stopped-turns',
    missingIn: 'saved',
    what: 'how a turn went on that was told to end (SIGTERM) while a sub-agent was at work: what became of its call, what was said after it, and what that used',
    since: '2.1.181',
    until: '2.1.206',
    unproven: {
      since:
        'it is up to chance: 1 of 12 runs of 2.1.181 shows it, 7 of 15 of 2.1.191 and 1 of 15 of 2.1.197, none of 15 of 2.1.173 and 2.1.140 each',
      until:
        'it is up to chance: 2 of 12 runs of 2.1.206 show it, none of 15 of 2.1.213, 2.1.250 and 2.1.325 each',
    },
    level: leaveOutLostEnd,
  },
  {
    id: 'results-of-stopped-calls',
    missingIn: 'saved',
    what: 'that the call under way was stopped; resuming the session may add it',
    since: '2.1.101',
    unproven: {
      since:
        'it is up to chance: 1 of 2 runs of 2.1.101 shows it and 3 of 6 of 2.1.140, none of 6 each of 2.1.79, 2.1.92 and 2.1.98; up to 2.1.191 only where calls are stopped at once, or with a sub-agent',
    },
    level: leaveOutStopped,
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
    since: '2.1.281',
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

/** Only words right behind a sub-agent that was stopped, and its result only where words are lost, too. */
function leaveOutLostEnd(views: SessionViews): SessionViews {
  const { live, saved } = views;
  const at = live.blocks.findIndex((block) => isStoppedTask(block, saved));
  const behind = live.blocks.slice(at + 1);
  const end = behind.findIndex((block) => !isOwnWords(block));
  const kept = keptWords(views);
  const lost = behind.slice(0, end === -1 ? undefined : end).filter((block) => !kept.has(block));
  if (at === -1 || lost.length === 0) return views;
  const answered = rewriteResults('live', (own, other, call) =>
    call === live.blocks[at] && other === undefined ? undefined : own,
  )(views);
  const levelled = leaveOut('live', (block) => lost.includes(block))(answered);
  const usage = usesMore(live, saved) ? saved.usage : live.usage;
  return { ...levelled, live: { ...levelled.live, usage } };
}

/** One in the background has its result at once; then a call of it was stopped. */
function isStoppedTask(block: CanonicalBlock, { blocks }: SessionView): boolean {
  if (!isTool(block) || block.name !== 'Task') return false;
  if (block.result?.status === 'cancelled') return true;
  const own = blocks.findIndex((other) => isTool(other) && keyOf(other) === keyOf(block));
  return (
    own !== -1 &&
    blocks.some((other) => other.parent === own && isTool(other) && isUnfinished(other))
  );
}

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

const LOST = '[Tool call interrupted: the session ended';

/** Only results of calls that were not done. */
function leaveOutSubAgentResults(views: SessionViews): SessionViews {
  return rewriteResults('saved', (own, other, { parent }) =>
    parent !== undefined && other === undefined && own?.status !== 'success' ? undefined : own,
  )(views);
}

/** Of such a call the live view has no result, or how it was stopped. */
function leaveOutLost(views: SessionViews): SessionViews {
  const isLost = (result: CanonicalResult | undefined) => result?.text.startsWith(LOST) ?? false;
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
