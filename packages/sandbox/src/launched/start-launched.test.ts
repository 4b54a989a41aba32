import { mkdtemp, readFile, readlink, rm } from 'node:fs/promises';
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
    message: /no such thing as a namespace/,
  });
  await expect(readFile(join(root, 'control.sock'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a launcher that is not in a namespace of its own does nothing', async () => {
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
  expect(await channel.started).toMatchObject({ type: 'failed', message: /outside a sandbox/ });
  await outside.exit;
  await channel.close();
});
