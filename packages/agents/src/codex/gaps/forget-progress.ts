import type { CanonicalBlock } from '@dragoman/protocol';
import { isTool } from '../../interpret/level-views.js';
import type { SessionView, SessionViews } from '../../interpret/view-gap.js';

/**
 * Plans without the difference between a step that is in progress and one that is still to do. A
 * plan that is no news then is left out, as it is of a view that never knew the difference.
 */
export function forgetProgress(views: SessionViews): SessionViews {
  return { live: forgotten(views.live), saved: forgotten(views.saved) };
}

function forgotten(view: SessionView): SessionView {
  let current: string | undefined;
  const blocks: CanonicalBlock[] = [];
  for (const block of view.blocks) {
    if (!isTool(block) || block.name !== 'TodoWrite' || block.result !== undefined) {
      blocks.push(block);
      continue;
    }
    const input = block.input.replaceAll('"status":"in_progress"', '"status":"pending"');
    if (input !== current) blocks.push({ ...block, input });
    current = input;
  }
  return { ...view, blocks };
}
