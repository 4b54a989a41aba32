import { parseMcpToolName } from '@dragoman/protocol';
import { isTool, isUnanswered, keyOf } from '../level-views.js';
import type { SessionViews } from '../session-views.js';
import type { ViewGap } from '../view-gap.js';
import { leaveOutSurplus } from './leave-out-surplus.js';

/** What only one view says of which calls were made. */
export const callGaps: readonly ViewGap[] = [
  {
    id: 'servers-of-tools',
    missingIn: 'live',
    what: 'which MCP server a tool is of, where no other has one of that name',
    until: '0.30.1',
    level: forgetServers,
  },
  {
    id: 'running-calls',
    missingIn: 'saved',
    what: 'calls that were running when Gemini CLI was stopped',
    level: (views) => leaveOutSurplus(views, isUnanswered),
  },
];

/** Only where the live view has a call of the bare name with that input. */
function forgetServers({ live, saved }: SessionViews): SessionViews {
  const bare = new Set(live.blocks.flatMap((block) => (isTool(block) ? keyOf(block) : [])));
  const blocks = saved.blocks.map((block) => {
    const name = isTool(block) ? parseMcpToolName(block.name)?.tool : undefined;
    if (!isTool(block) || name === undefined) return block;
    const renamed = { ...block, name };
    return bare.has(keyOf(renamed)) ? renamed : block;
  });
  return { live, saved: { ...saved, blocks } };
}
