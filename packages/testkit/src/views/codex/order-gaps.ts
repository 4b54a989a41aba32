import { isDeepStrictEqual } from 'node:util';
import type { CanonicalBlock } from '@dragoman/protocol';
import { isTool, keyOf, orderNeighbours, type ToolBlock } from '../level-views.js';
import type { SessionViews } from '../session-views.js';
import type { ViewGap } from '../view-gap.js';

/** What only one view says of the order in which things were said and done. */
export const orderGaps: readonly ViewGap[] = [
  {
    id: 'words-between-calls',
    missingIn: 'live',
    what: 'the order of a call and the text after it, where the call starts only after the text',
    since: '0.58.0',
    until: '0.149.1',
    level: putWordsBehindCalls,
  },
  {
    id: 'parallel-order',
    missingIn: 'live',
    what: 'the order in which the model made calls at once',
    since: '0.58.0',
    level: orderNeighbours,
  },
];

/** Only where the file has the same words behind calls that live has right behind the words. */
function putWordsBehindCalls({ live, saved }: SessionViews): SessionViews {
  const blocks = [...live.blocks];
  for (const [at, words] of blocks.entries()) {
    if (isTool(words)) continue;
    const before = callsFrom(saved.blocks, at);
    const behind = callsFrom(blocks, at + 1);
    const others = withoutCalls(behind, before);
    const isSaid = isDeepStrictEqual(saved.blocks[at + before.length], words);
    if (before.length === 0 || others === undefined || !isSaid) continue;
    const moved = behind.filter((call) => !others.includes(call));
    blocks.splice(at, 1 + behind.length, ...moved, words, ...others);
  }
  return { live: { ...live, blocks }, saved };
}

/** The calls that follow one another from a position on. */
function callsFrom(blocks: readonly CanonicalBlock[], from: number): readonly ToolBlock[] {
  const calls: ToolBlock[] = [];
  for (let block = blocks[from]; block !== undefined && isTool(block); ) {
    calls.push(block);
    block = blocks[from + calls.length];
  }
  return calls;
}

/** All but these calls; undefined when they are not among them. */
function withoutCalls(
  all: readonly ToolBlock[],
  these: readonly ToolBlock[],
): readonly ToolBlock[] | undefined {
  const left = [...all];
  for (const call of these) {
    const index = left.findIndex((other) => keyOf(other) === keyOf(call));
    if (index === -1) return undefined;
    left.splice(index, 1);
  }
  return left;
}
