import { isTurnId } from '@dragoman/runtime';
import { refusal } from '../errors/refusal.js';

/** Refuses what can't be the `next` of a page, which is the id of its last turn. */
export function checkPageMark(before: string | undefined): void {
  if (before === undefined || isTurnId(before)) return;
  throw refusal('invalid_request', '`before` must be the `next` of the page before this one.');
}
