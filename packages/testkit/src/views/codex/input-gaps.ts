import type { CanonicalBlock, CanonicalResult } from '@dragoman/protocol';
import { isTool, rewrite } from '../level-views.js';
import type { SessionView, SessionViews } from '../session-views.js';
import type { ViewGap } from '../view-gap.js';

/** What only one view says of what calls were given. */
export const inputGaps: readonly ViewGap[] = [
  {
    id: 'working-folder',
    missingIn: 'saved',
    what: 'the working folder, so that the paths of a patch stay as the model wrote them',
    until: '0.23.0',
    level: forgetFolder,
  },
  {
    id: 'steps-in-progress',
    missingIn: 'live',
    what: 'which step of a plan is in progress',
    since: '0.44.0',
    until: '0.150.0',
    level: forgetProgress,
  },
  {
    id: 'mcp-arguments',
    missingIn: 'live',
    what: 'arguments and output of MCP calls',
    since: '0.44.0',
    until: '0.50.0',
    level: rewriteBoth((block) =>
      isMcp(block) ? { ...block, input: '{}', ...withoutText(block.result) } : block,
    ),
  },
  {
    id: 'names-of-mcp-tools',
    missingIn: 'saved',
    what: 'what in the name of an MCP tool is no letter and no digit: the file has `_` for it',
    since: '0.115.0',
    until: '0.143.0',
    level: rewriteBoth((block) =>
      isMcp(block) ? { ...block, name: block.name.replace(/\W/g, '_') } : block,
    ),
  },
];

function rewriteBoth(change: (block: CanonicalBlock) => CanonicalBlock): ViewGap['level'] {
  const [live, saved] = [rewrite('live', change), rewrite('saved', change)];
  return (views) => saved(live(views));
}

function withoutText(result: CanonicalResult | undefined): { result?: CanonicalResult } {
  return result === undefined ? {} : { result: { ...result, text: '' } };
}

function isMcp(block: CanonicalBlock): block is CanonicalBlock & { kind: 'tool' } {
  return isTool(block) && block.name.startsWith('mcp__');
}

/**
 * Edits in both views by the names of the files alone where one view has whole paths and the other,
 * for want of a folder to resolve them against, has not.
 */
function forgetFolder({ live, saved }: SessionViews): SessionViews {
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

/**
 * Plans without the difference between a step that is in progress and one that is still to do. A
 * plan that is no news then is left out, as it is of a view that never knew the difference.
 */
function forgetProgress(views: SessionViews): SessionViews {
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
