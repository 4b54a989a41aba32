import { DragomanError } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { isOutOfResources, outOfResources } from './out-of-resources.js';
import { spawnFailure } from './spawn-failure.js';

const failed = (code: string) => Object.assign(new Error(`${code}: spawn`), { code });

test.each([
  ['EMFILE', 'open_files_limit', 'ulimit -n'],
  ['ENFILE', 'open_files_limit_system', 'fs.file-max'],
  ['EAGAIN', 'processes_limit', 'ulimit -u'],
  ['ENOMEM', 'out_of_memory', 'fewer turns'],
])('a program that can’t be started for %s is reported as that', (system, code, what) => {
  const failure = spawnFailure('/bin/agent', failed(system));
  expect(failure).toMatchObject({ code, cause: expect.objectContaining({ code: system }) });
  expect(failure.message).toContain('/bin/agent');
  expect(failure.message).toContain(what);
});

test('it is found behind whatever it was reported as', () => {
  const reported = new DragomanError('state_unusable', 'Nothing can be kept.', {
    cause: failed('EMFILE'),
  });
  expect(isOutOfResources(reported)).toBe(true);
  expect(outOfResources('The turn was not started', reported)).toMatchObject({
    code: 'open_files_limit',
    message: expect.stringMatching(/^The turn was not started: .*EMFILE/),
  });
});

test('what failed for another reason stays what it is', () => {
  expect(outOfResources('It', failed('ENOENT'))).toBeUndefined();
  expect(isOutOfResources('EMFILE')).toBe(false);
});
