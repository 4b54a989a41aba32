import { isNotice } from '../../interpret/block-kinds.js';
import type { SessionViews } from '../../interpret/view-gap.js';

const isFailure = isNotice('error', 'aborted');

/** Only what comes right before a turn fails or is cut off, and only what the file has nowhere. */
export function leaveOutBrokenOff({ live, saved }: SessionViews): SessionViews {
  const kept = new Set(saved.blocks.map((block) => (block.kind === 'text' ? block.text : '')));
  const blocks = live.blocks.filter((block, index) => {
    if (block.kind !== 'text' || block.role !== 'assistant' || kept.has(block.text)) return true;
    const next = live.blocks[index + 1];
    return next === undefined || !isFailure(next);
  });
  return { saved, live: { ...live, blocks } };
}
