import { expect, test } from 'vitest';
import { differingFields, fingerprint } from './fingerprint.js';
import { taskNames } from './names.js';
import { checkRunId, isRunId, newRunId } from './run-id.js';
import { checkTaskKey, taskKey } from './task-key.js';

const identity = {
  runId: 'run_20260711_093000_1f0c22aa',
  strategyIndex: 1,
  strategyId: '5b1ae5bc-2290-4e0c-bc07-cb949e74a566',
  key: 'cand1/gen',
};

test('a task has the same names in every process, and another task has others', () => {
  const names = taskNames(identity, 'best of n…');
  expect(names).toEqual(taskNames({ ...identity }, 'best of n…'));
  expect(names.branch).toMatch(
    /^dragoman\/best-of-n\/run_20260711_093000_1f0c22aa\/k[0-9a-f]{12}$/,
  );
  expect(names.folder).toMatch(/^s1_k[0-9a-f]{12}_[0-9a-f]{8}$/);
  const other = taskNames({ ...identity, key: 'cand2/gen' }, 'best of n…');
  expect(other.branch).not.toBe(names.branch);
  expect(taskNames({ ...identity, strategyIndex: 2 }, 'x').hash).not.toBe(names.hash);
});

test.each(['', '...', '-', 'a.lock', '../..', 'ä ö', 'x'.repeat(300)])(
  'the name %j of a strategy makes a part of a branch that git takes',
  (name) => {
    const [, part = ''] = taskNames(identity, name).branch.split('/');
    expect(part).toMatch(/^[A-Za-z0-9_][A-Za-z0-9._-]{0,59}$/);
    expect(part).not.toMatch(/\.\.|\.lock$|[.-]$/);
  },
);

test('a key is made of any texts, and two of them are never the same', () => {
  expect(taskKey('cand', 1, 'score')).toBe('cand/1/score');
  expect(taskKey('a/b')).toBe('a%2Fb');
  expect(taskKey('a%2Fb')).toBe('a%252Fb');
  expect(taskKey('😀')).toBe('%F0%9F%98%80');
  for (const wrong of ['', '/', 'a//b', 'a b', 'x'.repeat(201), '#sleep1']) {
    expect(() => checkTaskKey(wrong)).toThrow(/can't be the key of a task/);
  }
});

test('the id of a run is no path', () => {
  expect(newRunId(new Date('2026-07-11T09:30:00Z'))).toMatch(/^run_20260711_093000_[0-9a-f]{8}$/);
  expect(isRunId(newRunId())).toBe(true);
  expect(() => checkRunId('../run_20260711_093000_1f0c22aa')).toThrow(/dragoman runs list/);
});

test('a fingerprint is the same for the same input, in whatever order, with what is left out as with null', () => {
  const one = fingerprint({ prompt: 'x', agent: 'codex', model: null });
  expect(one).toBe(fingerprint({ agent: 'codex', prompt: 'x' }));
  expect(one).not.toBe(fingerprint({ agent: 'claude', prompt: 'x' }));
  const schema = { outputSchema: { const: null } };
  expect(fingerprint(schema)).not.toBe(fingerprint({ outputSchema: {} }));
  expect(differingFields({ a: 1, b: { x: 1 } }, { a: 1, b: { x: 2 }, c: 3 })).toEqual(['b', 'c']);
});
