import { isDeepStrictEqual } from 'node:util';
import { addUsageFigures, type UsageFigures } from '@dragoman/protocol';
import { isNotice, usesMore } from '../level-views.js';
import type { SessionView, SessionViews } from '../session-views.js';
import type { ViewGap } from '../view-gap.js';
import { isCutShort } from './open-turns.js';

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
    level: ({ live, saved }) =>
      saved.usage === undefined ? { live: withUsage(live, undefined), saved } : { live, saved },
  },
  {
    id: 'usage-of-experimental-json',
    missingIn: 'live',
    what: 'usage, with `--experimental-json`',
    since: '0.42.0',
    until: '0.42.0',
    level: ({ live, saved }) =>
      isExperimental(live) ? { live, saved: withUsage(saved, undefined) } : { live, saved },
  },
  {
    id: 'usage-of-reviews',
    missingIn: 'saved',
    what: 'what a review used; live counts it as nothing',
    since: '0.79.0',
    level: ({ live, saved }) =>
      isNothing(live.usage) && saved.usage === undefined
        ? { live: withUsage(live, undefined), saved }
        : { live, saved },
  },
  {
    id: 'usage-behind-compactions',
    missingIn: 'saved',
    what: 'what the reply after a compaction used: Codex ends with the compaction, and that reply comes or not, as chance has it',
    since: '0.36.0',
    until: '0.36.0',
    level: dropUsageBehindCompaction,
  },
  {
    id: 'reasoning-tokens',
    missingIn: 'live',
    what: 'how many tokens went into reasoning',
    since: '0.44.0',
    until: '0.124.0',
    level: ({ live, saved }) => {
      if (saved.usage === undefined || live.usage?.reasoning_tokens !== undefined) {
        return { live, saved };
      }
      const { reasoning_tokens: _unsaid, ...rest } = saved.usage;
      return { live, saved: withUsage(saved, rest) };
    },
  },
];

/**
 * What the file says of the turns that live says something of. The file of a fork has only its last
 * turns: of those of its origin it is what all but they used.
 */
function dropUsageOfUnfinished(views: SessionViews): SessionViews {
  const { live, saved } = views;
  const before = (live.turns?.length ?? 0) - (saved.turns?.length ?? 0);
  if (before > 0 && saved.turns !== undefined) return dropUsageOfOrigin(views, before);
  const counted = saved.turns?.filter((_, index) => !isCutShort(live.turns?.[index]));
  if (counted === undefined || counted.length === saved.turns?.length) return { live, saved };
  const usage = sumOf(counted.flatMap((turn) => turn.usage ?? []));
  return { live, saved: withUsage(saved, usage) };
}

/** Only where the origin's turns are cut short, and only when the file counts more. */
function dropUsageOfOrigin({ live, saved }: SessionViews, before: number): SessionViews {
  const isCut = live.turns?.slice(0, before).some(isCutShort) ?? false;
  return isCut && usesMore(saved, live)
    ? { live, saved: withUsage(saved, live.usage) }
    : { live, saved };
}

/** Only where the file has a compaction, and lacks what exactly one turn used. */
function dropUsageBehindCompaction({ live, saved }: SessionViews): SessionViews {
  const amounts = live.turns?.flatMap(({ usage }) => usage ?? []) ?? [];
  const isLost = (_: UsageFigures, index: number) => {
    const others = amounts.filter((_each, at) => at !== index);
    return isDeepStrictEqual(sumOf(others), saved.usage);
  };
  return saved.blocks.some(isNotice('compacted')) && amounts.some(isLost)
    ? { live: withUsage(live, saved.usage), saved }
    : { live, saved };
}

function sumOf(amounts: readonly UsageFigures[]): UsageFigures | undefined {
  return amounts.reduce<UsageFigures | undefined>(
    (sum, usage) => addUsageFigures(sum, usage),
    undefined,
  );
}

/** The one stream without a turn. */
function isExperimental({ turns, usage }: SessionView): boolean {
  return turns?.length === 0 && usage === undefined;
}

function isNothing(usage: UsageFigures | undefined): boolean {
  return usage !== undefined && Object.values(usage).every((amount) => amount === 0);
}

function withUsage(view: SessionView, usage: UsageFigures | undefined): SessionView {
  return { ...view, usage };
}
