import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { machineProcesses, processesOf, watchdogOf } from './machine-processes.js';

const MARK = `mark-${process.pid}-${performance.now()}`;

async function startShell(script: string, env: Record<string, string> = {}): Promise<ChildProcess> {
  const options = { env: { PATH: process.env.PATH ?? '', ...env }, detached: true } as const;
  const child = spawn('sh', ['-c', `${script}; wait`, 'sh'], options);
  onTestFinished(() => void process.kill(-(child.pid ?? 0), 'SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

test('finds who has a text in the environment, and what came from it without it', async () => {
  const child = await startShell('env -i sleep 600 & echo ready', { MARK });
  await expect
    .poll(async () => (await processesOf([MARK])).map(({ name }) => name).sort())
    .toEqual(['sh', 'sleep']);
  expect((await machineProcesses()).find(({ pid }) => pid === child.pid)?.args[0]).toBe('sh');
  expect(await processesOf([`no-${MARK}`])).toEqual([]);
});

test('finds the watchdog of one process, not that of another', async () => {
  const child = await startShell('sh -c "sleep 600 & wait" dragoman-watchdog & echo ready');
  await expect.poll(() => watchdogOf(child.pid ?? 0)).toBeGreaterThan(0);
  await expect(watchdogOf(process.ppid)).rejects.toThrow('has no watchdog');
});
