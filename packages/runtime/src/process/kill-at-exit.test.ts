import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { killAtExit } from './kill-at-exit.js';

test('a group that was not ended in the orderly way does not outlive this process', async () => {
  const before = process.listenerCount('exit');
  const child = spawn('sleep', ['300'], { detached: true, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const forget = killAtExit(child.pid ?? Number.NaN);
  process.listeners('exit').at(-1)?.(0);
  expect(await ended).toEqual([null, 'SIGKILL']);
  forget();
  expect(process.listenerCount('exit')).toBe(before);
});
