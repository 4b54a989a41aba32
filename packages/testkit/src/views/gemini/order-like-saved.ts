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

/**
 * The reply that begins at an index, if its words before, between and after its calls make up the
 * text. Words that follow a call and are all of a text may as well be the next reply's.
 */
function splitReplyAt(
  blocks: readonly CanonicalBlock[],
  start: number,
  whole: string,
): SplitReply | undefined {
  const calls: CanonicalBlock[] = [];
  let said = squeezed(textOf(blocks[start]));
  if (said === '') return undefined;
  for (let at = start + 1; at < blocks.length; at += 1) {
    const block = blocks[at];
    const words = squeezed(textOf(block));
    if (block !== undefined && isTool(block)) calls.push(block);
    else if (words === '' || !squeezed(whole).startsWith(said + words)) return undefined;
    else said += words;
    if (words !== '' && said === squeezed(whole)) {
      return calls.length === 0 ? undefined : { calls, length: at + 1 - start };
    }
  }
  return undefined;
}

function textOf(block: CanonicalBlock | undefined): string {
  return block?.kind === 'text' && block.role === 'assistant' ? block.text : '';
}

/** Space at the end of a text is no part of it, so that the two halves may have lost theirs. */
function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, '');
}
