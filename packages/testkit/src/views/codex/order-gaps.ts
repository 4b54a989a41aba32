import { isDeepStrictEqual } from 'node:util';
import type { CanonicalBlock } from '@dragoman/protocol';
import { isTool, keyOf, orderNeighbours } from '../level-views.js';
import type { SessionViews } from '../session-views.js';
import type { ViewGap } from '../view-gap.js';

/** What only one view says of the order in which things were said and done. */
export const orderGaps: readonly ViewGap[] = [
  {
    id: 'words-between-calls',
    missingIn: 'live',
    what: 'that a call was made before the words behind it, when it starts only after them',
    since: '0.58.0',
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

/** Only where the file has the same words behind the same calls, and nothing else between them. */
function putWordsBehindCalls({ live, saved }: SessionViews): SessionViews {
  const blocks = [...live.blocks];
  for (const [at, block] of blocks.entries()) {
    const to = isTool(block) ? -1 : indexBehindCalls(saved.blocks, block, at);
    if (to === -1 || !haveSameCalls(blocks.slice(at + 1, to + 1), saved.blocks.slice(at, to))) {
      continue;
    }
    blocks.splice(at, 1);
    blocks.splice(to, 0, block);
  }
  return { live: { ...live, blocks }, saved };
}

/** Where a block stands behind a row of calls that begins at `from`; -1 when it doesn't. */
function indexBehindCalls(
  blocks: readonly CanonicalBlock[],
  words: CanonicalBlock,
  from: number,
): number {
  const end = blocks.findIndex((block, index) => index >= from && !isTool(block));
  return end > from && isDeepStrictEqual(blocks[end], words) ? end : -1;
}

function haveSameCalls(left: readonly CanonicalBlock[], right: readonly CanonicalBlock[]): boolean {
  const [some, others] = [left, right].map((blocks) =>
    blocks.map((block) => (isTool(block) ? keyOf(block) : '')).sort(),
  );
  return isDeepStrictEqual(some, others);
}
