import type { CanonicalBlock, CanonicalResult, NoticeKind } from '@dragoman/protocol';
import { isTool } from './level-views.js';

export function isNotice(...kinds: readonly NoticeKind[]): (block: CanonicalBlock) => boolean {
  return (block) => block.kind === 'notice' && kinds.includes(block.notice);
}

/** A call without a result. A plan that was accepted is told without one. */
export function isUnanswered(block: CanonicalBlock): boolean {
  return isTool(block) && block.name !== 'TodoWrite' && block.result === undefined;
}

export function isFailure(result: CanonicalResult | undefined): result is CanonicalResult {
  return result !== undefined && result.status !== 'success';
}
