import { expect, test } from 'vitest';
import type { AgentCall } from './agent-call.js';
import { changesOf } from './changes-of.js';

const EDIT: AgentCall = {
  id: '1',
  name: 'Edit',
  kind: 'edit',
  input: { file_path: '/tmp/x/teahouse/a.txt', old_string: 'one\ntwo\n', new_string: 'three' },
  state: 'done',
  output: '',
  exitCode: undefined,
  changes: [],
};

test('what an agent was asked to change stands in for a diff that it doesn’t give', () => {
  expect(changesOf(EDIT, 'teahouse')).toEqual([{ path: 'a.txt', diff: '-one\n-two\n+three' }]);
});

test('a diff that the agent gives is taken as it is', () => {
  const changes = [{ path: 'a.txt', kind: 'update', diff: '@@\n-1\n+2' } as const];
  expect(changesOf({ ...EDIT, changes }, 'teahouse')).toEqual([
    { path: 'a.txt', diff: '@@\n-1\n+2' },
  ]);
});

test('a change that failed changed nothing', () => {
  expect(changesOf({ ...EDIT, state: 'failed' }, 'teahouse')).toEqual([]);
});
