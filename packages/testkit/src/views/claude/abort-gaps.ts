import { isNotice, isTool, leaveOut, rewriteResults } from '../level-views.js';
import type { SessionViews } from '../session-views.js';
import type { ViewGap } from '../view-gap.js';

/** What the file doesn't get to hold of a turn that is stopped: the CLI ends too soon. */
export const abortGaps: readonly ViewGap[] = [
  {
    id: 'results-of-stopped-calls',
    missingIn: 'saved',
    what: 'that the call under way was stopped; resuming the session may add it',
    since: '2.1.197',
    level: leaveOutStopped,
  },
  {
    id: 'interruptions',
    missingIn: 'saved',
    what: 'that a turn was interrupted; resuming the session may add it',
    since: '2.1.197',
    until: '2.1.197',
    level: leaveOutInterruption,
  },
];

/** Only the last call, and only when nothing was said or done after it. */
function leaveOutStopped(views: SessionViews): SessionViews {
  const last = views.live.blocks.findLast((block) => !isNotice('interrupted')(block));
  if (last === undefined || !isTool(last) || last.result?.status === 'success') return views;
  return rewriteResults('live', (own, other, call) =>
    call === last && other === undefined ? undefined : own,
  )(views);
}

/** Only the one at the end, and only when the file has fewer. */
function leaveOutInterruption(views: SessionViews): SessionViews {
  const { live, saved } = views;
  const isInterruption = isNotice('interrupted');
  const [shown, kept] = [live, saved].map(({ blocks }) => blocks.filter(isInterruption).length);
  const last = live.blocks.at(-1);
  const isMissing = last !== undefined && isInterruption(last) && (shown ?? 0) > (kept ?? 0);
  return isMissing ? leaveOut('live', (block) => block === last)(views) : views;
}
