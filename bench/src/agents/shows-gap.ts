import { isDeepStrictEqual } from 'node:util';
import type { AgentName } from '@dragoman/agents';
import {
  agentViews,
  type FreshRun,
  gapsOf,
  levelViews,
  type SessionViews,
  type ViewGap,
} from '@dragoman/testkit/views';

/**
 * Whether the views of a session differ in what this gap is about, and in nothing else: beside the
 * other gaps of the version, or, as their versions may be wrong, beside all others.
 */
export function showsGap(
  { sessions, version }: FreshRun,
  shown: ViewGap,
  name: AgentName,
): boolean {
  const all = agentViews[name].gaps;
  const ofVersion = new Set(gapsOf(all, version));
  const known = all.filter((gap) => gap === shown || ofVersion.has(gap));
  return [known, all].some((gaps) => {
    const others = gaps.filter((other) => other !== shown);
    return sessions.some(({ views }) => !agree(views, others) && agree(views, gaps));
  });
}

function agree(views: SessionViews, gaps: readonly ViewGap[]): boolean {
  const { live, saved } = levelViews(views, gaps);
  return isDeepStrictEqual(live.blocks, saved.blocks) && isDeepStrictEqual(live.usage, saved.usage);
}
