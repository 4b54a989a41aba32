import type { TurnResource } from '@dragoman/protocol/http';
import { expect, test } from 'vitest';
import { hashOf, queryOf } from './list-query.js';
import { openFirst } from './turn-row.js';

const turn = (turn_id: string, state: TurnResource['state'], day: number): TurnResource => ({
  turn_id,
  state,
  agent: 'codex',
  created_at: `2026-01-0${day}T00:00:00.000Z`,
  last_seq: 1,
  requests: [],
});

test('turns at work come first, then the latest, each once', () => {
  const old = turn('old', 'waiting', 1);
  const turns = [
    turn('b', 'success', 2),
    old,
    turn('c', 'failed', 3),
    old,
    turn('d', 'running', 4),
  ];
  expect(openFirst(turns).map(({ turn_id }) => turn_id)).toEqual(['d', 'old', 'c', 'b']);
});

test('the address of a list has its query, and nothing else', () => {
  const hash = hashOf({ state: 'failed', conversation: 'a & b', before: '' });
  expect(hash).toBe('#/?state=failed&conversation=a+%26+b');
  const query = new URLSearchParams(`${hash.slice(3)}&key=drg_x&before=`);
  expect(queryOf(query)).toEqual({ state: 'failed', conversation: 'a & b' });
  expect(hashOf({})).toBe('#/');
});
