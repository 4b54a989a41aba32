import type { CanonicalBlock } from '@dragoman/protocol';

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
