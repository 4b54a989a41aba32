import { errorCode } from '@dragoman/protocol/internal';
import { type Refusal, refusal } from '../errors/refusal.js';

/** What a client gets for whatever needs Redis while that can't be reached. */
export function unavailable(cause: unknown, words = WORDS): Refusal {
  return refusal('store_unavailable', words, { headers: { 'retry-after': '5' }, cause });
}

const WORDS =
  'What the servers share can’t be reached at the moment: try again soon. Turns at work go on.';

export function isUnavailable(error: unknown): boolean {
  return errorCode(error) === 'store_unavailable';
}
