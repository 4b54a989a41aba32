import type { CanonicalBlock } from '@dragoman/protocol';
import { isTool } from '../level-views.js';
import type { SessionView, SessionViews } from '../session-views.js';

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
    const split = whole === undefined ? undefined : splitReplyAt(live, index, textOf(whole));
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
 * text. Words that follow calls and are all of a text may as well be the next reply's, unless so many
 * calls were open when they began.
 */
function splitReplyAt(
  { blocks, amidCalls = [] }: SessionView,
  start: number,
  whole: string,
): SplitReply | undefined {
  const calls: CanonicalBlock[] = [];
  let said = '';
  const isAmidThem = (words: string) =>
    amidCalls.some((each) => each.calls === calls.length && squeezed(each.text) === words);
  for (let at = start; at < blocks.length; at += 1) {
    const block = blocks[at];
    const words = squeezed(textOf(block));
    if (block !== undefined && isTool(block)) calls.push(block);
    else if (words === '' || !squeezed(whole).startsWith(said + words)) return undefined;
    else if (said === '' && calls.length > 0 && !isAmidThem(words)) return undefined;
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
