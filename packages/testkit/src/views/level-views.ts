import { isDeepStrictEqual } from 'node:util';
import type { CanonicalBlock, CanonicalResult, NoticeKind, UsageFigures } from '@dragoman/protocol';
import type { SessionView, SessionViews } from './session-views.js';
import type { ViewGap } from './view-gap.js';

// What gaps are made of: ways to take from one view, or from both, what the other can't say.

export type ToolBlock = CanonicalBlock & { readonly kind: 'tool' };
type Level = ViewGap['level'];
type ViewName = ViewGap['missingIn'];

export function isTool(block: CanonicalBlock): block is ToolBlock {
  return block.kind === 'tool';
}

export function isNotice(...kinds: readonly NoticeKind[]): (block: CanonicalBlock) => boolean {
  return (block) => block.kind === 'notice' && kinds.includes(block.notice);
}

/** A call without a result. A plan that was accepted has none. */
export function isUnanswered(block: CanonicalBlock): boolean {
  return isTool(block) && block.name !== 'TodoWrite' && block.result === undefined;
}

/** A call without a result, or with one that says that it was canceled. */
export function isUnfinished(call: ToolBlock): boolean {
  return isUnanswered(call) || call.result?.status === 'cancelled';
}

export function isFailure(result: CanonicalResult | undefined): result is CanonicalResult {
  return result !== undefined && result.status !== 'success';
}

/** Leaves out the blocks of a view that the other view never has. */
export function leaveOut(from: ViewName, which: (block: CanonicalBlock) => boolean): Level {
  return (views) => ({ ...views, [from]: without(views[from], which) });
}

/** Changes the blocks of one view. */
export function rewrite(view: ViewName, change: (block: CanonicalBlock) => CanonicalBlock): Level {
  return (views) => ({
    ...views,
    [view]: withBlocks(views[view], views[view].blocks.map(change)),
  });
}

/**
 * Changes the results of one view in the light of what the other says of the same call: the one of
 * equal name and input, the first with the first and so on. A call that is in one view only stays.
 */
export function rewriteResults(
  view: ViewName,
  change: (
    own: CanonicalResult | undefined,
    other: CanonicalResult | undefined,
    call: ToolBlock,
  ) => CanonicalResult | undefined,
): Level {
  return (views) => {
    const others = callsByKey(views[view === 'live' ? 'saved' : 'live']);
    return rewrite(view, (block) => {
      if (!isTool(block)) return block;
      const other = others.get(keyOf(block))?.shift();
      return other === undefined
        ? block
        : withResult(block, change(block.result, other.result, block));
    })(views);
  };
}

/**
 * Leaves out the calls of a view that the other view doesn't have, where `which` allows it. Of calls
 * with equal name and input, those with equal results are the same; then those that must stay are
 * matched, the first with the first and so on.
 */
export function leaveOutUnmatched(from: ViewName, which: (call: ToolBlock) => boolean): Level {
  return (views) => {
    const others = callsByKey(views[from === 'live' ? 'saved' : 'live']);
    const unmatched = new Set<CanonicalBlock>(views[from].blocks.filter(isTool));
    const match = (isMatch: (call: ToolBlock, other: ToolBlock) => boolean) => {
      for (const call of views[from].blocks) {
        if (!isTool(call) || !unmatched.has(call)) continue;
        const equal = others.get(keyOf(call)) ?? [];
        const index = equal.findIndex((other) => isMatch(call, other));
        if (index === -1) continue;
        equal.splice(index, 1);
        unmatched.delete(call);
      }
    };
    match((call, other) => isDeepStrictEqual(call.result, other.result));
    match((call) => !which(call));
    match(() => true);
    return leaveOut(from, (block) => isTool(block) && unmatched.has(block) && which(block))(views);
  };
}

/** Puts calls that follow one another without a word in between into one order in both views. */
export function orderNeighbours({ live, saved }: SessionViews): SessionViews {
  return { live: withSortedCalls(live), saved: withSortedCalls(saved) };
}

function withSortedCalls(view: SessionView): SessionView {
  const ordered: CanonicalBlock[] = [];
  let calls: ToolBlock[] = [];
  const addCalls = () => {
    ordered.push(...calls.sort((left, right) => (sortKey(left) < sortKey(right) ? -1 : 1)));
    calls = [];
  };
  for (const block of view.blocks) {
    if (isTool(block)) {
      calls.push(block);
      continue;
    }
    addCalls();
    ordered.push(block);
  }
  addCalls();
  return withBlocks(view, ordered);
}

function sortKey(call: ToolBlock): string {
  return `${keyOf(call)}\n${JSON.stringify(call.result ?? null)}`;
}

function callsByKey(view: SessionView): Map<string, ToolBlock[]> {
  const calls = new Map<string, ToolBlock[]>();
  for (const block of view.blocks) {
    if (!isTool(block)) continue;
    const equal = calls.get(keyOf(block));
    if (equal === undefined) calls.set(keyOf(block), [block]);
    else equal.push(block);
  }
  return calls;
}

/** Calls of equal name and input are taken for the same. */
export function keyOf({ name, input }: ToolBlock): string {
  return `${name} ${input}`;
}

function withResult(call: ToolBlock, result: CanonicalResult | undefined): ToolBlock {
  const { result: _replaced, ...rest } = call;
  return result === undefined ? rest : { ...rest, result };
}

/**
 * A view without some of its blocks. The steps of sub-agents name the call that started them by its
 * index, which changes.
 */
export function without(view: SessionView, which: (block: CanonicalBlock) => boolean): SessionView {
  const indexes: number[] = [];
  const kept: CanonicalBlock[] = [];
  for (const block of view.blocks) {
    const isKept = !which(block);
    indexes.push(isKept ? kept.length : -1);
    if (!isKept) continue;
    const { parent } = block;
    kept.push(parent === undefined ? block : { ...block, parent: indexes[parent] ?? -1 });
  }
  return withBlocks(view, kept);
}

/** Whether a view counts more tokens than another. */
export function usesMore(one: SessionView, other: SessionView): boolean {
  return tokensOf(one.usage) > tokensOf(other.usage);
}

/** All tokens that were used, those from a cache and into one, too. */
export function tokensOf(usage: UsageFigures | undefined): number {
  return usage?.total_tokens ?? 0;
}

function withBlocks(view: SessionView, blocks: readonly CanonicalBlock[]): SessionView {
  return { ...view, blocks };
}
