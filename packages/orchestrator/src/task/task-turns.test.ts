import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EndEvent } from '@dragoman/protocol';
import { openJournal } from '@dragoman/runtime/internal';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answeringTurn, lastTurn, turnDirectory } from './task-turns.js';

let state = '';
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'dragoman-turns-'));
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

/** A turn that is named in the log of its run, and with a status one that began and ended. */
function turn(id: string, phase: string, status?: EndEvent['status'], code?: string) {
  if (status !== undefined) {
    openJournal(turnDirectory(state, id)).appendEnd({ status, ...(code && { code }) });
  }
  return { id, phase };
}

test('a turn that a killed process only named leaves the end of the one before', () => {
  const turns = [turn('one', 'agent', 'canceled', 'canceled'), turn('two', 'agent')];
  expect(lastTurn({ turns }, state)).toMatchObject({ id: 'one', end: { code: 'canceled' } });
  expect(lastTurn({ turns: [turn('three', 'agent')] }, state)).toBeUndefined();
});

test('the answer of a task is in the turn that succeeded, where asking for its form failed', () => {
  const first = turn('one', 'agent', 'success');
  const failed = { turns: [first, turn('two', 'answer', 'failed')] };
  expect(lastTurn(failed, state)).toMatchObject({ id: 'two' });
  expect(answeringTurn(failed, state)).toMatchObject({ id: 'one' });
  const given = { turns: [first, turn('three', 'answer', 'success')] };
  expect(answeringTurn(given, state)).toMatchObject({ id: 'three' });
});
