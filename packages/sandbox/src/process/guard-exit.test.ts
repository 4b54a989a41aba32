import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sendSignal } from './end-tree.js';
import { readProcess } from './process-table.js';
import { spawnProcess } from './spawn-process.js';

/** Each writes its pid into the file that `$0` names. */
const WAIT = 'echo $$ >"$0"; exec sleep 300';

test('nothing of a tree outlives an exit of this process, whatever session it went into', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'dragoman-exit-'));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  const before = process.listenerCount('exit');
  const script = [
    `setsid sh -c '${WAIT}' session &`,
    `(setsid sh -c '${WAIT}' orphan &)`,
    `setsid env -i sh -c '${WAIT}' nameless &`,
    `trap '' TERM; wait`,
  ].join('\n');
  const env = { PATH: '/usr/bin:/bin' };
  const running = await spawnProcess({ executable: '/bin/sh', args: ['-c', script], env, cwd });
  const pids = await Promise.all(
    ['session', 'orphan', 'nameless'].map((file) =>
      vi.waitFor(async () => {
        const pid = Number(await readFile(join(cwd, file), 'utf8'));
        expect(readProcess(pid)).toBeDefined();
        return pid;
      }),
    ),
  );

  // What Node does in process.exit(): everything happens before this returns.
  process.listeners('exit').at(-1)?.(0);
  for (const pid of [running.pid, ...pids]) expect(readProcess(pid)).toBeUndefined();
  expect(await running.exit).toMatchObject({ signal: 'SIGKILL' });
  expect(process.listenerCount('exit')).toBe(before);
});

/** A program of somebody's that starts a process tree and doesn't think of signals. */
const CARELESS = `
  import { spawnProcess } from ${JSON.stringify(new URL('../../dist/index.js', import.meta.url))};
  const args = ['-c', "trap '' TERM INT HUP; setsid sh -c '" + process.argv[1] + "' pid"];
  const env = { PATH: '/usr/bin:/bin' };
  await spawnProcess({ executable: '/bin/sh', args, env, cwd: process.cwd() });
`;

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'nothing of a tree outlives a %s that nobody handles, and the program dies of it',
  async (signal) => {
    const cwd = await mkdtemp(join(tmpdir(), 'dragoman-exit-'));
    onTestFinished(() => rm(cwd, { recursive: true, force: true }));
    const args = ['--input-type=module', '-e', CARELESS, WAIT];
    const program = spawn(process.execPath, args, { cwd, stdio: 'ignore' });
    const ended = once(program, 'exit');
    const pid = await vi.waitFor(
      async () => {
        const written = Number(await readFile(join(cwd, 'pid'), 'utf8'));
        expect(readProcess(written)).toBeDefined();
        return written;
      },
      { timeout: 10_000 },
    );

    onTestFinished(() => void sendSignal(pid, 'SIGKILL'));

    program.kill(signal);
    expect(await ended).toEqual([null, signal]);
    expect(readProcess(pid)).toBeUndefined();
  },
);
