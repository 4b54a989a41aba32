import { isTool } from '../../interpret/level-views.js';
import type { SessionView, SessionViews } from '../../interpret/view-gap.js';

/**
 * Edits in both views by the names of the files alone where one view has whole paths and the other,
 * for want of a folder to resolve them against, has not.
 */
export function forgetFolder({ live, saved }: SessionViews): SessionViews {
  return { live: withNames(live), saved: withNames(saved) };
}

function withNames(view: SessionView): SessionView {
  return {
    ...view,
    blocks: view.blocks.map((block) =>
      isTool(block) && block.name === 'Edit'
        ? { ...block, input: block.input.replace(/"path":"[^"]*\/(?=[^"/]*")/g, '"path":"') }
        : block,
    ),
  };
}
