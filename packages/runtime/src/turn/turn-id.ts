import { randomBytes } from 'node:crypto';
import { DragomanError } from '@dragoman/protocol';

const TURN_ID = /^[0-9a-z]{8,9}[0-9a-f]{10}$/;

/** The time of the latest id. None of this process has the same, so that ids are in order within it, too. */
let latest = 0;

/** The id of a turn that is to be. Ids begin with the time, so that a list of them is in order. */
export function newTurnId(): string {
  latest = Math.max(Date.now(), latest + 1);
  return `${latest.toString(36)}${randomBytes(5).toString('hex')}`;
}

/** Whether a text can be the id of a turn: what it names is then no path. */
export function isTurnId(text: string): boolean {
  return TURN_ID.test(text);
}

/** Refuses what can't be the id of a turn, with the code `invalid_request`. */
export function checkTurnId(id: string | undefined): void {
  if (id === undefined || isTurnId(id)) return;
  throw new DragomanError(
    'invalid_request',
    `${JSON.stringify(id)} can't be the id of a turn: take one of newTurnId().`,
  );
}
