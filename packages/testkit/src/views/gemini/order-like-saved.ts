import type { CanonicalBlock } from '@dragoman/protocol';
import { isTool } from '../level-views.js';
import type { SessionViews } from '../session-views.js';

/** A reply in which the model speaks, makes calls and speaks on, as it stands in a view. */
interface SplitReply {
  readonly calls: readonly CanonicalBlock[];
  /** How many blocks it takes. */
  readonly length: number;
}

/** Replies with words after their calls, with all of the words first, where the file has them so. */
export function orderLikeSaved({ live, saved }: SessionViews): SessionViews {
  const texts = saved.blocks.filter((block) => block.kind === 'text' && block.role === 'assistant');
  const blocks: CanonicalBlock[] = [];
  let next = 0;
  for (let index = 0; index < live.blocks.length; ) {
    const whole = texts[next];
    const split = whole === undefined ? undefined : splitReplyAt(live.blocks, index, textOf(whole));
    if (whole !== undefined && split !== undefined) {
      blocks.push(whole, ...split.calls);
      index += split.length;
      next += 1;
      continue;
    }
    const block = live.blocks[index];
    if (block !== undefined) blocks.push(block);
    if (block?.kind === 'text' && block.text === textOf(whole)) next += 1;
    index += 1;
  }
  return { saved, live: { ...live, blocks } };
}

/** The reply that begins at an index, if its words before and after its calls make up the text. */
function splitReplyAt(
  blocks: readonly CanonicalBlock[],
  start: number,
  whole: string,
): SplitReply | undefined {
  const before = textOf(blocks[start]);
  const firstCall = before === '' ? start : start + 1;
  let end = firstCall;
  while (isCall(blocks[end])) end += 1;
  const after = textOf(blocks[end]);
  // Words that follow a call and are all of a text may as well be the next reply's.
  if (end === firstCall || after === '' || before === '') return undefined;
  if (squeezed(before + after) !== squeezed(whole)) return undefined;
  return { calls: blocks.slice(firstCall, end), length: end + 1 - start };
}

function isCall(block: CanonicalBlock | undefined): boolean {
  return block !== undefined && isTool(block);
}

function textOf(block: CanonicalBlock | undefined): string {
  return block?.kind === 'text' && block.role === 'assistant' ? block.text : '';
}

/** Space at the end of a text is no part of it, so that the two halves may have lost theirs. */
function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, '');
}
