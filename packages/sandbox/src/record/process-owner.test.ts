import { expect, test } from 'vitest';
import { runProcess } from '../process/run-process.js';
import { isProcessOwner, ownerIsAlive, thisOwner } from './process-owner.js';

test('this process is alive, also as others read of it', () => {
  const written: unknown = JSON.parse(JSON.stringify(thisOwner()));
  expect(isProcessOwner(written) && ownerIsAlive(written)).toBe(true);
});

test('a process that has ended is not', async () => {
  const script = 'console.log(process.pid)';
  const { stdout } = await runProcess({
    executable: process.execPath,
    args: ['--eval', script],
    env: {},
    cwd: '/',
  });
  expect(ownerIsAlive({ ...thisOwner(), pid: Number(stdout) })).toBe(false);
});

test.each([
  ['a later process with its pid is not taken for it', { startTime: '1' }, false],
  ['nor one with its pid after the machine was started again', { bootId: 'another' }, false],
  ['one on another machine counts as alive', { host: 'elsewhere', bootId: 'another' }, true],
  ['and one in another container, too', { pidNamespace: 'pid:[1]', startTime: '1' }, true],
])('%s', (_what, difference, isAlive) => {
  expect(ownerIsAlive({ ...thisOwner(), ...difference })).toBe(isAlive);
});

test('what is no owner is not taken for one', () => {
  expect(isProcessOwner({ ...thisOwner(), pid: '1' })).toBe(false);
  expect(isProcessOwner({ pid: 1, host: 'here' })).toBe(false);
});
