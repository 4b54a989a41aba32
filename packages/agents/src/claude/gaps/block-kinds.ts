import type { CanonicalBlock, NoticeKind } from '@dragoman/protocol';
import { isTool } from '../../interpret/level-views.js';

export function isNotice(...kinds: readonly NoticeKind[]): (block: CanonicalBlock) => boolean {
  return (block) => block.kind === 'notice' && kinds.includes(block.notice);
}

/** A call without a result. A plan that was accepted is told without one. */
export function isUnanswered(block: CanonicalBlock): boolean {
  return isTool(block) && block.name !== 'TodoWrite' && block.result === undefined;
}

/** What is said or thought, by whomever. */
export function isWords({ kind }: CanonicalBlock): boolean {
  return kind === 'text' || kind === 'thinking';
}

const EMPTY_REPLY = [
  '[Your previous response had no visible output',
  'The turn ended without an answer.',
];

/** That the model gave a reply without a word. */
export function isEmptyReply(block: CanonicalBlock): boolean {
  return block.kind === 'notice' && EMPTY_REPLY.some((words) => block.text.startsWith(words));
}
