import { DragomanError } from '@dragoman/protocol';

const LONGEST_KEY = 200;
const KEY = /^[A-Za-z0-9._%-]+(?:\/[A-Za-z0-9._%-]+)*$/;
const NOT_PLAIN = /[^A-Za-z0-9._-]/gu;

/**
 * The key of a task: its name inside its strategy, for good. Parts are joined by `/`; characters that
 * a key doesn't have are percent-encoded.
 *
 * @example
 * taskKey('cand', 1, 'score') // 'cand/1/score'
 */
export function taskKey(...parts: readonly (string | number)[]): string {
  const key = parts.map((part) => String(part).replace(NOT_PLAIN, percentEncoded)).join('/');
  checkTaskKey(key);
  return key;
}

/** Refuses what can't be a key, with the code `invalid_request`. */
export function checkTaskKey(key: string): void {
  if (key.length <= LONGEST_KEY && KEY.test(key)) return;
  throw new DragomanError(
    'invalid_request',
    `${JSON.stringify(key.slice(0, LONGEST_KEY))} can't be the key of a task: take parts of letters, digits, ".", "_" and "-", joined by "/", ${LONGEST_KEY} characters at most. ctx.key(...) makes one of any texts.`,
  );
}

function percentEncoded(character: string): string {
  const bytes = [...Buffer.from(character, 'utf8')];
  return bytes.map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
