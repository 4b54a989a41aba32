import type { CanonicalBlock, CanonicalResult } from '@dragoman/protocol';
import { isTool, rewrite } from '../../interpret/level-views.js';
import type { ViewGap } from '../../interpret/view-gap.js';
import { forgetFolder } from './forget-folder.js';
import { forgetProgress } from './forget-progress.js';

/** What only one view says of what calls were given. */
export const inputGaps: readonly ViewGap[] = [
  {
    id: 'working-folder',
    missingIn: 'saved',
    what: 'the working folder, so that the paths of a patch stay as the model wrote them',
    until: '0.20.0',
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
