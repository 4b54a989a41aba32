import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimLock, isHeld, takeJournalLock } from './journal-lock.js';

let turn: string;
beforeEach(() => {
  turn = mkdtempSync(join(tmpdir(), 'dragoman-lock-'));
});
afterEach(() => rmSync(turn, { recursive: true, force: true }));

const locked = expect.objectContaining({ code: 'journal_locked' });

test('a lock that is held is not given to another', () => {
  takeJournalLock(turn);
  expect(() => takeJournalLock(turn)).toThrow(locked);
  expect(readdirSync(turn)).toEqual(['journal.lock.1']);
});

test('a lock that was released goes to the next, and the old one is removed', () => {
  takeJournalLock(turn).release();
  expect(isHeld(turn)).toBe(false);
  takeJournalLock(turn);
  expect(isHeld(turn)).toBe(true);
  expect(readdirSync(turn)).toEqual(['journal.lock.2']);
});

// It found the first holder dead, and slept while a second came and went and a third came: the third
// has removed the second's lock, so the file with the number 2 can be made again.
test('one that looked long ago gets no lock beside a later holder', () => {
  takeJournalLock(turn).release();
  takeJournalLock(turn).release();
  takeJournalLock(turn);
  expect(readdirSync(turn)).toEqual(['journal.lock.3']);
  expect(() => claimLock(turn, 2)).toThrow(locked);
  expect(readdirSync(turn)).toEqual(['journal.lock.3']);
  expect(isHeld(turn)).toBe(true);
});
