import type { CanonicalBlock } from '@dragoman/protocol';
import { isNotice, isUnanswered, leaveOut, leaveOutUnmatched } from '../level-views.js';
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
    level: leaveOut('saved', (block) => block.parent !== undefined && isWords(block)),
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
    what: 'a call that was never answered, in the copy of a session that resuming it makes',
    until: '1.0.123',
    level: leaveOutUnmatched('live', isUnanswered),
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
    level: leaveOutUnderWay,
  },
];

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

/** Only words that others of the agent follow, and only those that the file doesn't have. */
function leaveOutWithoutCall(views: SessionViews): SessionViews {
  const { live, saved } = views;
  const kept = new Set(saved.blocks.filter(isOwnWords).map(textOf));
  const withdrawn = new Set<CanonicalBlock>();
  let isFollowed = false;
  for (const block of live.blocks.toReversed()) {
    if (isFollowed && isOwnWords(block) && !kept.has(textOf(block))) withdrawn.add(block);
    else isFollowed = isOwnWords(block);
  }
  return leaveOut('live', (block) => withdrawn.has(block))(views);
}

/** Only words before an interruption, or where a turn has no end, and only when the file doesn't have them. */
function leaveOutUnderWay(views: SessionViews): SessionViews {
  const { live, saved } = views;
  const kept = new Set(saved.blocks.filter(isOwnWords).map(textOf));
  const isCut = live.turns?.some(({ end }) => end === undefined) ?? false;
  const unsaved = live.blocks.filter((block, at) => {
    const next = live.blocks[at + 1];
    const isStopped = next !== undefined && isNotice('interrupted')(next);
    const isLast = next === undefined || isOwnWords(next);
    return isOwnWords(block) && !kept.has(textOf(block)) && (isStopped || (isCut && isLast));
  });
  return leaveOut('live', (block) => unsaved.includes(block))(views);
}

/** What the agent itself says or thinks. */
function isOwnWords(block: CanonicalBlock): boolean {
  return block.role === 'assistant' && block.parent === undefined && isWords(block);
}
