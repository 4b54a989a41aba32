import type { CanonicalResult } from '@dragoman/protocol';
import {
  isNotice,
  isUnanswered,
  leaveOut,
  rewriteResults,
  type ToolBlock,
} from '../level-views.js';
import type { SessionViews } from '../session-views.js';
import type { ViewGap } from '../view-gap.js';

/** What the file doesn't get to hold of a turn that is stopped: the CLI ends too soon. */
export const abortGaps: readonly ViewGap[] = [
  {
    id: 'results-of-stopped-calls',
    missingIn: 'saved',
    what: 'that the call under way was stopped; resuming the session may add it',
    since: '2.1.193',
    level: leaveOutStopped,
  },
  {
    id: 'results-of-lost-calls',
    missingIn: 'live',
    what: 'that nobody knows what became of a call under way when the CLI was killed; resuming the session says so',
    since: '2.1.281',
    level: leaveOutLost,
  },
  {
    id: 'interruptions',
    missingIn: 'saved',
    what: 'that a turn was interrupted; resuming the session may add it',
    since: '2.1.160',
    until: '2.1.267',
    level: leaveOutInterruption,
  },
];

/** Only calls that are the last before an interruption or the end, and only as far as the file has no result. */
function leaveOutStopped(views: SessionViews): SessionViews {
  const { blocks } = views.live;
  const isStopped = (call: ToolBlock): boolean => {
    const next = blocks[blocks.indexOf(call) + 1];
    const isLast = next === undefined || isNotice('interrupted')(next);
    return isLast && call.result?.status !== 'success';
  };
  return rewriteResults('live', (own, other, call) =>
    other === undefined && isStopped(call) ? undefined : own,
  )(views);
}

const LOST = '[Tool call interrupted: the session ended';

/** Of such a call the live view has no result, or how it was stopped. */
function leaveOutLost(views: SessionViews): SessionViews {
  const isLost = (result: CanonicalResult | undefined) => result?.text.startsWith(LOST) ?? false;
  const unanswered = rewriteResults('live', (own, other) =>
    own?.status !== 'success' && isLost(other) ? undefined : own,
  )(views);
  return rewriteResults('saved', (own, other) =>
    other === undefined && isLost(own) ? undefined : own,
  )(unanswered);
}

/** Only those at the end or behind a call without a result, and only as many as the file lacks. */
function leaveOutInterruption(views: SessionViews): SessionViews {
  const { live, saved } = views;
  const isInterruption = isNotice('interrupted');
  const [shown = 0, kept = 0] = [live, saved].map(
    ({ blocks }) => blocks.filter(isInterruption).length,
  );
  const unsaved = live.blocks.filter((block, index) => {
    const before = live.blocks[index - 1];
    const isLast = index === live.blocks.length - 1;
    return isInterruption(block) && (isLast || (before !== undefined && isUnanswered(before)));
  });
  const missing = new Set(unsaved.slice(0, Math.max(0, shown - kept)));
  return leaveOut('live', (block) => missing.has(block))(views);
}
