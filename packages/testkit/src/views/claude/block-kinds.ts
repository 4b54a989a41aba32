import type { CanonicalBlock } from '@dragoman/protocol';
import { isNotice } from '../level-views.js';

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

const LIMITS = ['Reached maximum ', 'Failed to provide valid structured output '];

/** That a turn ended at a limit. */
export function isLimit(block: CanonicalBlock): boolean {
  return isNotice('error')(block) && LIMITS.some((words) => textOf(block).startsWith(words));
}

export function textOf(block: CanonicalBlock): string {
  return 'text' in block ? block.text : '';
}
