import { mkdtemp, readFile, readlink, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireProgram } from '@dragoman/testkit/sandbox-conformance';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { launcherDirectory, launcherName } from '../door/launcher-directory.js';
import { spawnProcess } from '../process/spawn-process.js';
import { openControlChannel } from './control-channel.js';
import { startLaunched } from './start-launched.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dragoman-launched-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const COMMAND = { executable: 'true', args: [], env: {}, cwd: '/' };

test('a sandbox that cannot be made says why', async () => {
  const starting = startLaunched({
    command: COMMAND,
    doors: [],
    controlSocket: join(root, 'control.sock'),
    spawn: () =>
      spawnProcess({
        executable: 'sh',
        args: ['-c', 'echo "no such thing as a namespace" >&2; exit 1'],
        env: {},
        cwd: '/',
      }),
  });
  await expect(starting).rejects.toMatchObject({
    code: 'sandbox_start_failed',
    message: expect.stringMatching(/no such thing as a namespace/),
  });
  await expect(readFile(join(root, 'control.sock'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a launcher that is not in a new namespace does nothing', async () => {
  const bwrap = await requireProgram('bwrap', 'bubblewrap');
  const socket = join(root, 'control.sock');
  const channel = await openControlChannel(socket);
  // In a namespace it is, so that a launcher that does its worst does it there.
  const outside = await spawnProcess({
    executable: bwrap,
    args: [
      ...['--unshare-pid', '--bind', '/', '/', '--proc', '/proc', '--'],
      ...[process.execPath, join(launcherDirectory(), launcherName), socket],
    ],
    env: {},
    cwd: '/',
    graceMs: 0,
  });
  await vi.waitFor(() => expect(channel.connected).toBe(true), 20_000);
  const children = await readFile(`/proc/${outside.pid}/task/${outside.pid}/children`, 'utf8');
  const pidNamespace = await readlink(`/proc/${Number(children.split(' ')[0])}/ns/pid`);
  channel.send({ type: 'start', ...COMMAND, doors: [], pidNamespace });
  expect(await channel.started).toMatchObject({
    type: 'failed',
    message: expect.stringMatching(/outside a sandbox/),
  });
  await outside.exit;
  await channel.close();
});

/** A program that makes a sandbox and won't go by itself. */
const sleeping = () =>
  spawnProcess({ executable: 'sleep', args: ['600'], env: {}, cwd: '/', graceMs: 0 });

/** What an engine that doesn't answer any more makes of every removal. */
const engineIsStuck = () => Promise.reject(new Error('The container could not be removed.'));

/** Says what a launcher says of a command that runs, and can hang up, as when it is killed. */
function launcherAt(socket: string) {
  const line = connect(socket);
  line.write('{"type":"ready"}\n{"type":"started","pid":1}\n');
  return { hangUp: () => line.destroy() };
}

test('a command whose sandbox cannot be removed still ends', { timeout: 30_000 }, async () => {
  const controlSocket = join(root, 'control.sock');
  let launcher: ReturnType<typeof launcherAt> | undefined;
  const running = await startLaunched({
    command: COMMAND,
    doors: [],
    controlSocket,
    spawn() {
      launcher = launcherAt(controlSocket);
      return sleeping();
    },
    forceEnd: engineIsStuck,
  });
  launcher?.hangUp();
  expect(await running.exit).toMatchObject({ exitCode: null, reason: 'exited' });
});

test('who kills it learns that it could not be removed', { timeout: 30_000 }, async () => {
  const controlSocket = join(root, 'control.sock');
  const running = await startLaunched({
    command: COMMAND,
    doors: [],
    controlSocket,
    spawn() {
      launcherAt(controlSocket);
      return sleeping();
    },
    forceEnd: engineIsStuck,
    graceMs: 0,
  });
  await expect(running.kill()).rejects.toThrow('could not be removed');
  expect(await running.exit).toMatchObject({ reason: 'killed' });
});

test('a sandbox that takes too long to begin is said to have done so', async () => {
  const starting = startLaunched({
    command: COMMAND,
    doors: [],
    controlSocket: join(root, 'control.sock'),
    spawn: sleeping,
    startMs: 50,
  });
  await expect(starting).rejects.toMatchObject({
    code: 'sandbox_start_failed',
    message: expect.stringMatching(/had not begun after 0\.05 s/),
  });
});
