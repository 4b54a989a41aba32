import type { MessageUsage } from '@dragoman/protocol';
import type { SessionViews, ViewGap } from '../../interpret/view-gap.js';
import { isNotice, isUnanswered } from './block-kinds.js';

/** What only one view says of the tokens that were used. */
export const usageGaps: readonly ViewGap[] = [
  {
    id: 'usage-of-unfinished-turns',
    missingIn: 'live',
    what: 'what a turn used that failed or was cut off',
    since: '0.44.0',
    level: dropUsageOfUnfinished,
  },
  {
    id: 'usage',
    missingIn: 'saved',
    what: 'usage',
    until: '0.29.0',
    level: changeUsage('live', () => undefined),
  },
  {
    id: 'usage-of-experimental-json',
    missingIn: 'live',
    what: 'usage, with `--experimental-json`',
    since: '0.42.0',
    until: '0.42.0',
    level: (views) =>
      views.live.usage === undefined ? changeUsage('saved', () => undefined)(views) : views,
  },
  {
    id: 'usage-of-reviews',
    missingIn: 'live',
    what: 'what a review used: it counts as nothing',
    since: '0.98.0',
    level: dropUsageOfReviews,
  },
  {
    id: 'reasoning-tokens',
    missingIn: 'live',
    what: 'how many tokens went into reasoning',
    since: '0.44.0',
    until: '0.121.0',
    level: changeUsage('saved', (usage) => {
      const { reasoningTokens: _unsaid, ...rest } = usage;
      return rest;
    }),
  },
];

function changeUsage(
  view: ViewGap['missingIn'],
  change: (usage: MessageUsage) => MessageUsage | undefined,
): ViewGap['level'] {
  return (views) => {
    const { usage, ...rest } = views[view];
    return { ...views, [view]: { ...rest, usage: usage && change(usage) } };
  };
}

/** Only where there is such a turn, and only when the file says more, not less. */
function dropUsageOfUnfinished({ live, saved }: SessionViews): SessionViews {
  const unfinished =
    live.blocks.some(isNotice('error')) ||
    live.blocks.some(isUnanswered) ||
    saved.blocks.some(isUnanswered) ||
    saved.blocks.some(isNotice('interrupted', 'aborted'));
  const more = (saved.usage?.totalTokens ?? 0) > (live.usage?.totalTokens ?? 0);
  return unfinished && more ? { live, saved: { ...saved, usage: live.usage } } : { live, saved };
}

function dropUsageOfReviews({ live, saved }: SessionViews): SessionViews {
  if (live.usage?.totalTokens !== 0) return { live, saved };
  return { live: { ...live, usage: undefined }, saved: { ...saved, usage: undefined } };
}
