import type { CanonicalBlock, CanonicalResult, MessageUsage } from '@dragoman/protocol';
import type { SessionView, SessionViews, ViewGap } from './view-gap.js';

// What gaps are made of: ways to take from one view, or from both, what the other can't say.

export type ToolBlock = CanonicalBlock & { readonly kind: 'tool' };
type Level = ViewGap['level'];
type ViewName = ViewGap['missingIn'];

export function isTool(block: CanonicalBlock): block is ToolBlock {
  return block.kind === 'tool';
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

/** Leaves out the calls of a view that the other view doesn't have, where `which` allows it. */
export function leaveOutUnmatched(from: ViewName, which: (call: ToolBlock) => boolean): Level {
  return (views) => {
    const others = callsByKey(views[from === 'live' ? 'saved' : 'live']);
    return leaveOut(from, (block) => {
      if (!isTool(block)) return false;
      return others.get(keyOf(block))?.shift() === undefined && which(block);
    })(views);
  };
}

/** Puts calls that follow one another without a word in between into one order in both views. */
export function orderNeighbours({ live, saved }: SessionViews): SessionViews {
  return { live: withSortedCalls(live), saved: withSortedCalls(saved) };
}

function withSortedCalls(view: SessionView): SessionView {
  const ordered: CanonicalBlock[] = [];
  let calls: ToolBlock[] = [];
  const place = () => {
    ordered.push(...calls.sort((left, right) => (sortKey(left) < sortKey(right) ? -1 : 1)));
    calls = [];
  };
  for (const block of view.blocks) {
    if (isTool(block)) {
      calls.push(block);
      continue;
    }
    place();
    ordered.push(block);
  }
  place();
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
 * place, which others move up to.
 */
export function without(view: SessionView, which: (block: CanonicalBlock) => boolean): SessionView {
  const places: number[] = [];
  const kept: CanonicalBlock[] = [];
  for (const block of view.blocks) {
    const isKept = !which(block);
    places.push(isKept ? kept.length : -1);
    if (!isKept) continue;
    const { parent } = block;
    kept.push(parent === undefined ? block : { ...block, parent: places[parent] ?? -1 });
  }
  return withBlocks(view, kept);
}

/** Whether a view counts more tokens than another. */
export function usesMore(one: SessionView, other: SessionView): boolean {
  return tokensOf(one.usage) > tokensOf(other.usage);
}

/** All tokens that were used, those from a cache and into one, too. */
export function tokensOf(usage: MessageUsage | undefined): number {
  return usage === undefined
    ? 0
    : usage.totalTokens + (usage.cacheReadTokens ?? 0) + (usage.cacheCreationTokens ?? 0);
}

function withBlocks(view: SessionView, blocks: readonly CanonicalBlock[]): SessionView {
  return { ...view, blocks };
}
