import type { DragomanEvent } from '@dragoman/protocol';
import type { LiveState } from './live-state.js';

/** What the turn has used, where that hasn't been told yet. */
export function usageEvents({ usage }: LiveState): DragomanEvent[] {
  const used = usage.take();
  return used === undefined ? [] : [{ type: 'usage', ...used }];
}
