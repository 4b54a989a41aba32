import { isDeepStrictEqual } from 'node:util';
import type { CanonicalBlock } from '@dragoman/protocol';
import { isNotice, isUnfinished, leaveOut, leaveOutUnmatched, usesMore } from '../level-views.js';
import type { SessionViews } from '../session-views.js';
import type { ViewGap } from '../view-gap.js';
import { isEmptyReply, isLimit, isWords, textOf } from './block-kinds.js';

/** What only one view says of what was said, and of what became of it. */
export const speechGaps: readonly ViewGap[] = [
  {
    id: 'prompts',
    missingIn: 'live',
    what: 'what the user says, unless `--replay-user-messages` is given',
    level: leaveOutPrompts,
  },
  {
    id: 'words-of-sub-agents',
    missingIn: 'live',
    what: 'what sub-agents say and think; what they do is in both',
    until: '2.1.197',
    level: leaveOutSubAgents,
  },
  {
    id: 'words-of-nested-sub-agents',
    missingIn: 'live',
    what: 'what sub-agents of sub-agents say and think',
    since: '2.1.302',
    level: leaveOutNested,
  },
  {
    id: 'switched-models',
    missingIn: 'saved',
    what: 'that another model goes on, because of too much demand',
    since: '2.1.174',
    until: '2.1.268',
    level: leaveOutSwitches,
  },
  {
    id: 'limits',
    missingIn: 'saved',
    what: 'that a turn ended at a limit, or without an answer; a limit of turns is in the file from 2.1.197 on',
    level: leaveOutLimits,
  },
  {
    id: 'unanswered-calls',
    missingIn: 'saved',
    what: 'a call that was stopped or never answered, in a copy of its session: up to 2.1.280 the one that a fork makes, and up to 1.0.123 resuming it; from 2.1.30 on where the CLI was killed before it saved the call, too',
    level: leaveOutUnmatched('live', isUnfinished),
  },
  {
    id: 'remarks-in-forks',
    missingIn: 'saved',
    what: 'in a fork of its session: that a reply broke off behind its call',
    since: '2.1.104',
    level: leaveOutRemarks,
  },
  {
    id: 'replies-without-their-call',
    missingIn: 'saved',
    what: 'a reply that announced a call and made none: the CLI asks again, and takes it out of its file',
    since: '2.1.251',
    until: '2.1.322',
    level: leaveOutWithoutCall,
  },
  {
    id: 'words-under-way',
    missingIn: 'saved',
    what: 'what the model was saying when it was interrupted',
    until: '2.1.275',
    level: leaveOutUnderWay((_views, next) => isInterruption(next)),
  },
  {
    id: 'words-of-killed-turns',
    missingIn: 'saved',
    what: 'what the model was saying when the CLI was killed',
    level: leaveOutUnderWay((views, next) => isCut(views) && isLast(next)),
  },
  {
    id: 'history-of-compacted-sessions',
    missingIn: 'saved',
    what: 'in a fork of a session that was compacted: what came before that, but for the last words',
    since: '2.0.30',
    level: leaveOutHistory,
  },
];

const BROKEN_OFF = 'API Error: ';

/**
 * Only remarks behind a call that the file doesn't have. What became of the call follows the call in the
 * file, so no later record follows the remark, and a fork copies only what its own records follow.
 */
function leaveOutRemarks(views: SessionViews): SessionViews {
  const kept = new Set(views.saved.blocks.filter(isRemark).map(textOf));
  const { blocks } = views.live;
  const lost = blocks.filter((block, at) => {
    const before = blocks[at - 1];
    return isRemark(block) && before?.kind === 'tool' && !kept.has(textOf(block));
  });
  return leaveOut('live', (block) => lost.includes(block))(views);
}

function isRemark(block: CanonicalBlock): boolean {
  return isNotice('warning')(block) && textOf(block).startsWith(BROKEN_OFF);
}

/** Only words that were not printed: those of a sub-agent in the background may be. */
function leaveOutSubAgents(views: SessionViews): SessionViews {
  const printed = views.live.blocks.filter(isSubAgentWords).map(textOf);
  return leaveOut('saved', (block) => {
    if (!isSubAgentWords(block)) return false;
    const index = printed.indexOf(textOf(block));
    if (index !== -1) printed.splice(index, 1);
    return index === -1;
  })(views);
}

function isSubAgentWords(block: CanonicalBlock): boolean {
  return block.parent !== undefined && isWords(block);
}

/** Only words below a call that is itself one of a sub-agent. */
function leaveOutNested(views: SessionViews): SessionViews {
  const { blocks } = views.saved;
  const isNested = ({ parent }: CanonicalBlock) =>
    parent !== undefined && blocks[parent]?.parent !== undefined;
  return leaveOut('saved', (block) => isNested(block) && isWords(block))(views);
}

/** Only those that the file doesn't have. */
function leaveOutSwitches(views: SessionViews): SessionViews {
  const kept = new Set(views.saved.blocks.map(textOf));
  const isSwitch = (block: CanonicalBlock) =>
    isNotice('warning')(block) && textOf(block).startsWith('Switched to ');
  return leaveOut('live', (block) => isSwitch(block) && !kept.has(textOf(block)))(views);
}

/** A stream that repeats prompts repeats them all. */
function leaveOutPrompts(views: SessionViews): SessionViews {
  const isSaid = ({ role }: CanonicalBlock) => role === 'user';
  return views.live.blocks.some(isSaid) ? views : leaveOut('saved', isSaid)(views);
}

function leaveOutLimits(views: SessionViews): SessionViews {
  const savedTexts = new Set(views.saved.blocks.map(textOf));
  const isEnd = (block: CanonicalBlock) =>
    isLimit(block) || (isNotice('error')(block) && isEmptyReply(block));
  return leaveOut('live', (block) => isEnd(block) && !savedTexts.has(textOf(block)))(views);
}

function leaveOutWithoutCall(views: SessionViews): SessionViews {
  const withdrawn = withdrawnWords(views);
  return leaveOut('live', (block) => withdrawn.has(block))(views);
}

/** Words that others of the agent follow, and that the file doesn't have. */
export function withdrawnWords({ live, saved }: SessionViews): ReadonlySet<CanonicalBlock> {
  const kept = new Set(saved.blocks.filter(isOwnWords).map(textOf));
  const withdrawn = new Set<CanonicalBlock>();
  let isFollowed = false;
  for (const block of live.blocks.toReversed()) {
    if (isFollowed && isOwnWords(block) && !kept.has(textOf(block))) withdrawn.add(block);
    else isFollowed = isOwnWords(block);
  }
  return withdrawn;
}

/** Only words of which something says that they may be cut off, and only when the file doesn't have them. */
function leaveOutUnderWay(
  mayBeCut: (views: SessionViews, next: CanonicalBlock | undefined) => boolean,
): ViewGap['level'] {
  return (views) => {
    const kept = keptWords(views);
    const { blocks } = views.live;
    const unsaved = blocks.filter(
      (block, at) => isOwnWords(block) && !kept.has(block) && mayBeCut(views, blocks[at + 1]),
    );
    return leaveOut('live', (block) => unsaved.includes(block))(views);
  };
}

/** Whether a turn has no end. */
function isCut({ live }: SessionViews): boolean {
  return live.turns?.some(({ end }) => end === undefined) ?? false;
}

function isInterruption(block: CanonicalBlock | undefined): boolean {
  return block !== undefined && isNotice('interrupted')(block);
}

/** Whether what follows a block is no part of its turn, as far as blocks say that. */
function isLast(next: CanonicalBlock | undefined): boolean {
  return next === undefined || isOwnWords(next);
}

/**
 * Only where the file begins with the compaction, and only what comes before it live. The words that
 * the CLI kept follow the compaction in the file.
 */
function leaveOutHistory(views: SessionViews): SessionViews {
  const { live, saved } = views;
  const [first] = saved.blocks;
  if (first === undefined || !isNotice('compacted')(first)) return views;
  const start = live.blocks.findIndex((block) => isDeepStrictEqual(block, first));
  if (start < 1) return views;
  const history = live.blocks.slice(0, start);
  const isHistory = (block: CanonicalBlock) =>
    history.some((other) => isDeepStrictEqual(other, block));
  const end = saved.blocks.findIndex((block, at) => at > 0 && !isHistory(block));
  const tail = new Set(saved.blocks.slice(1, end === -1 ? undefined : end));
  const usage = usesMore(live, saved) ? saved.usage : live.usage;
  return {
    live: { ...leaveOut('live', (block) => history.includes(block))(views).live, usage },
    saved: leaveOut('saved', (block) => tail.has(block))(views).saved,
  };
}

/**
 * What the agent says live that the file has, too. Of equal words the last are those of the file: after
 * words that were cut off, the same may be said again.
 */
export function keptWords({ live, saved }: SessionViews): ReadonlySet<CanonicalBlock> {
  const left = new Map<string, number>();
  for (const block of saved.blocks.filter(isOwnWords)) {
    left.set(textOf(block), (left.get(textOf(block)) ?? 0) + 1);
  }
  const kept = new Set<CanonicalBlock>();
  for (const block of live.blocks.filter(isOwnWords).toReversed()) {
    const count = left.get(textOf(block)) ?? 0;
    left.set(textOf(block), count - 1);
    if (count > 0) kept.add(block);
  }
  return kept;
}

/** What the agent itself says or thinks. */
export function isOwnWords(block: CanonicalBlock): boolean {
  return block.role === 'assistant' && block.parent === undefined && isWords(block);
}
