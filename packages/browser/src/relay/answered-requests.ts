import type { PageAnswer } from './page-request.js';

/** Answers to requests of longer ago are forgotten: their turns don't ask for them any more. */
const MOST_REMEMBERED = 500;

/** Of this load of the page, whichever connection brought them. */
const remembered = new Map<string, Promise<PageAnswer>>();

/**
 * The answer to a request that is done once, however often it comes: a relay sends again what it has no
 * answer to, also while the page is at it.
 */
export function answerOnce(
  requestId: string,
  answer: () => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const known = remembered.get(requestId);
  if (known !== undefined) return known;
  const made = answer();
  remembered.set(requestId, made);
  const [oldest] = remembered.keys();
  if (remembered.size > MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
  return made;
}
