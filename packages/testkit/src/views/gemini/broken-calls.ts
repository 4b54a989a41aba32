import type { CanonicalBlock } from '@dragoman/protocol';
import { usesMore } from '../level-views.js';
import type { SessionViews } from '../session-views.js';

/**
 * Leaves out the words of replies with a call that is no JSON, and what those replies used. The
 * stream joins such words to those of the next reply, so they are left out only where the stream
 * counts more than the file, and ends a text with one of the file.
 */
export function leaveOutBrokenCalls({ live, saved }: SessionViews): SessionViews {
  const unchanged = { live, saved };
  if (!usesMore(live, saved)) return unchanged;
  const whole = saved.blocks.map(textOf).filter((text) => text !== '');
  const blocks = live.blocks.map((block) => {
    const streamed = textOf(block);
    if (block.kind !== 'text' || whole.includes(streamed)) return block;
    const text = whole.find((each) => streamed.endsWith(each));
    return text === undefined ? block : { ...block, text };
  });
  const isChanged = blocks.some((block, index) => block !== live.blocks[index]);
  return isChanged ? { live: { ...live, blocks, usage: saved.usage }, saved } : unchanged;
}

function textOf(block: CanonicalBlock): string {
  return block.kind === 'text' && block.role === 'assistant' ? block.text : '';
}
