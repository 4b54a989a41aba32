import type { CanonicalBlock, CanonicalResult } from '@dragoman/protocol';
import {
  isTool,
  isUnanswered,
  isUnfinished,
  keyOf,
  leaveOut,
  leaveOutUnmatched,
  rewriteResults,
  type ToolBlock,
  usesMore,
} from '../level-views.js';
import type { SessionView, SessionViews } from '../session-views.js';
import { isOwnWords, keptWords } from './speech-gaps.js';

/**
 * Only as many stretches of what the agent said and did as there are turns that were cut off: they have no
 * end, or a sub-agent was stopped in them, behind which the CLI may go on until it ends.
 */
export function leaveOutEnd(views: SessionViews): SessionViews {
  const { live, saved } = views;
  const own = live.blocks.filter(({ parent }) => parent === undefined);
  const stretches = lostStretches(views, own);
  if (stretches.length > cutTurns(views)) return views;
  const lost = withSteps(new Set(stretches.flat()), live);
  const levelled = leaveOut('live', (block) => lost.has(block))(views).live;
  const usage = lost.size > 0 && usesMore(live, saved) ? saved.usage : live.usage;
  const isEnd = (call: ToolBlock) => own.includes(call) && isLastSaved(call, { own, lost, live });
  // Of a call that was not done, that nobody knows what became of it is another gap.
  return rewriteResults('live', (result, other, call) => {
    const isUnsaved = other === undefined || (isLost(other) && result?.status === 'success');
    return isUnsaved && isEnd(call) ? other : result;
  })({ live: { ...levelled, usage }, saved });
}

interface Loss {
  readonly own: readonly CanonicalBlock[];
  readonly lost: ReadonlySet<CanonicalBlock>;
  readonly live: SessionView;
}

/** Whether only what is lost and open calls come behind a call, before the agent speaks again. */
function isLastSaved(call: ToolBlock, { own, lost, live }: Loss): boolean {
  const rest = own.slice(own.indexOf(call) + 1);
  const end = rest.findIndex((block) => !lost.has(block) && !isUnanswered(block));
  const next = rest[end];
  const isBeforeLost = rest.slice(0, end === -1 ? undefined : end).some((block) => lost.has(block));
  const isLast = next === undefined || isOwnWords(next);
  return isBeforeLost || (isLast && unended(live) > 0);
}

function cutTurns({ live, saved }: SessionViews): number {
  return unended(live) + live.blocks.filter((block) => isStoppedTask(block, saved)).length;
}

/** How many turns have no end. */
function unended({ turns = [] }: SessionView): number {
  return turns.filter(({ end }) => end === undefined).length;
}

/**
 * What the agent said and did in one go that the file doesn't have. Words alone and open calls alone are
 * what was under way, unless a sub-agent was stopped before them.
 */
function lostStretches(
  views: SessionViews,
  own: readonly CanonicalBlock[],
): readonly (readonly CanonicalBlock[])[] {
  const matched = leaveOutUnmatched('live', () => true)(views).live.blocks;
  const kept = new Set([...keptWords(views), ...matched.filter(isTool)]);
  const stretches: { readonly before: CanonicalBlock | undefined; blocks: CanonicalBlock[] }[] = [];
  let before: CanonicalBlock | undefined;
  for (const block of own) {
    const latest = stretches.at(-1);
    if (!kept.has(block) && (isTool(block) || isOwnWords(block))) {
      if (before !== undefined && latest?.blocks.at(-1) === before) latest.blocks.push(block);
      else stretches.push({ before, blocks: [block] });
    }
    before = block;
  }
  return stretches
    .filter(({ before: task, blocks }) => {
      const calls = blocks.filter(isTool);
      const isDone = calls.some((call) => !isUnfinished(call));
      const isBoth = calls.length > 0 && calls.length < blocks.length;
      return isDone || isBoth || (task !== undefined && isStoppedTask(task, views.saved));
    })
    .map(({ blocks }) => blocks);
}

/** With what sub-agents did below calls. */
function withSteps(
  lost: ReadonlySet<CanonicalBlock>,
  { blocks }: SessionView,
): ReadonlySet<CanonicalBlock> {
  const all = new Set(lost);
  for (const block of blocks) {
    const above = block.parent === undefined ? undefined : blocks[block.parent];
    if (above !== undefined && all.has(above)) all.add(block);
  }
  return all;
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

const LOST = [
  '[Tool call interrupted: the session ended',
  // Up to 2.1.280, and only where calls that were made at once were answered.
  '[Request interrupted by user for tool use]',
];

/** Whether it says that nobody knows what became of the call: a session that is resumed adds that. */
export function isLost(result: CanonicalResult | undefined): boolean {
  return LOST.some((words) => result?.text.startsWith(words));
}
