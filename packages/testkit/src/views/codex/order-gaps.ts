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
    since: '0.47.0',
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

/** Only where the file has the same words, in their order, between calls that live has behind them. */
function putWordsBehindCalls({ live, saved }: SessionViews): SessionViews {
  const blocks = [...live.blocks];
  for (let at = 0; at < blocks.length; at += 1) {
    const words = runFrom(blocks, at, (block) => !isTool(block));
    const calls = runFrom(blocks, at + words.length, isTool).filter(isTool);
    const length = words.length + calls.length;
    const ordered = orderLike(saved.blocks.slice(at, at + length), words, calls);
    if (words.length > 0 && ordered !== undefined) {
      blocks.splice(at, length, ...ordered);
      at += length - 1;
    }
  }
  return { live: { ...live, blocks }, saved };
}

/** The blocks of one kind that follow one another from a position on. */
function runFrom(
  blocks: readonly CanonicalBlock[],
  from: number,
  isKind: (block: CanonicalBlock) => boolean,
): readonly CanonicalBlock[] {
  const rest = blocks.slice(from);
  const end = rest.findIndex((block) => !isKind(block));
  return end === -1 ? rest : rest.slice(0, end);
}

/** Words and calls in the order of others; undefined when those don't have all of the words. */
function orderLike(
  others: readonly CanonicalBlock[],
  words: readonly CanonicalBlock[],
  calls: readonly ToolBlock[],
): readonly CanonicalBlock[] | undefined {
  const [leftWords, leftCalls] = [[...words], [...calls]];
  const ordered: CanonicalBlock[] = [];
  for (const other of others) {
    const index = isTool(other)
      ? leftCalls.findIndex((call) => keyOf(call) === keyOf(other))
      : Number(isDeepStrictEqual(leftWords[0], other)) - 1;
    if (index === -1) break;
    ordered.push(...(isTool(other) ? leftCalls : leftWords).splice(index, 1));
  }
  return leftWords.length === 0 ? [...ordered, ...leftCalls] : undefined;
}
