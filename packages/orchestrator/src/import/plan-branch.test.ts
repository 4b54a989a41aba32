import { expect, test } from 'vitest';
import type { ConflictPolicy } from '../contract.js';
import { planBranch, type TargetState } from './plan-branch.js';

const plan = (
  conflict: ConflictPolicy,
  branches: Record<string, string>,
  more: Partial<TargetState> = {},
) =>
  planBranch(
    { branch: 'dragoman/a', commit: 'new', conflict },
    {
      branches: new Map(Object.entries(branches)),
      checkedOut: new Set(),
      notedForTask: false,
      ...more,
    },
  );

test('a name that is free is taken', () => {
  expect(plan('fail', {})).toEqual({ action: 'create', branch: 'dragoman/a' });
});

test('a branch that has the commit already is the answer, in every policy', () => {
  const same = { action: 'none', branch: 'dragoman/a', dedupe: 'by_commit' };
  expect(plan('fail', { 'dragoman/a': 'new' })).toEqual(same);
  expect(plan('overwrite', { 'dragoman/a': 'new' })).toEqual(same);
  const noted = plan('fail', { 'dragoman/a': 'new' }, { notedForTask: true });
  expect(noted).toEqual({ ...same, dedupe: 'same_task' });
  const suffixed = plan('suffix', { 'dragoman/a': 'old', 'dragoman/a_7': 'new' });
  expect(suffixed).toMatchObject({ action: 'none', branch: 'dragoman/a_7' });
});

test('other work of that name is kept, replaced, or gets company', () => {
  const branches = { 'dragoman/a': 'old', 'dragoman/a_2': 'older' };
  expect(() => plan('fail', branches)).toThrow(expect.objectContaining({ code: 'branch_exists' }));
  expect(plan('overwrite', branches)).toEqual({
    action: 'update',
    branch: 'dragoman/a',
    old: 'old',
  });
  expect(plan('suffix', branches)).toEqual({ action: 'create', branch: 'dragoman/a_3' });
  const names = ['dragoman/a', ...Array.from({ length: 49 }, (_, at) => `dragoman/a_${at + 2}`)];
  const full = Object.fromEntries(names.map((name) => [name, 'old']));
  expect(() => plan('suffix', full)).toThrow(/50 after it/);
});

test('a branch that is checked out is not moved below its files', () => {
  const checkedOut = new Set(['dragoman/a']);
  const refused = expect.objectContaining({ code: 'branch_checked_out' });
  expect(() => plan('overwrite', { 'dragoman/a': 'old' }, { checkedOut })).toThrow(refused);
  expect(() => plan('fail', {}, { checkedOut })).toThrow(refused);
});
