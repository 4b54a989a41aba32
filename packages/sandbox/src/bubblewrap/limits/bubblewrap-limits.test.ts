import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireProgram } from '@dragoman/testkit/sandbox-conformance';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkOptions } from '../../check-options.js';
import type { Sandbox, SandboxLimits } from '../../contract.js';
import { collectText } from '../../process/run-process.js';
import { createBubblewrapSandbox } from '../bubblewrap-sandbox.js';
import { createBubblewrapSandboxes } from '../bubblewrap-sandboxes.js';
import { knownBubblewrap } from '../find-bubblewrap.js';
import { ownGroupLocation } from './group-location.js';
import { groupFolders } from './limit-group.js';
import { type LimitMeans, limitMeans, limitNote } from './limit-means.js';

const MEBIBYTE = 1024 * 1024;
const GREEDY = 'const all = []; for (;;) all.push(Buffer.alloc(1e7, 1));';

beforeAll(() => requireProgram('bwrap', 'bubblewrap'), 600_000);

let root: string;
const made: Sandbox[] = [];
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'dragoman-limits-')));
  for (const name of ['workspace', 'home']) await mkdir(join(root, name));
});
afterEach(async () => {
  await Promise.all(made.splice(0).map((sandbox) => sandbox.remove()));
  await rm(root, { recursive: true, force: true });
});

async function create(limits: SandboxLimits, asked?: LimitMeans): Promise<Sandbox> {
  const stateDirectory = join(root, 'state');
  const { abilities } = createBubblewrapSandboxes({ stateDirectory });
  const folders = { workspace: join(root, 'workspace'), home: join(root, 'home') };
  const options = await checkOptions(
    { kind: 'bubblewrap', abilities, stateDirectory },
    { ...folders, limits },
  );
  const search = await knownBubblewrap();
  if (!search.found) throw new Error(search.why);
  const means = asked ?? (await limitMeans());
  const { bubblewrap } = search;
  const sandbox = await createBubblewrapSandbox({ bubblewrap, means, stateDirectory, options });
  made.push(sandbox);
  return sandbox;
}

async function run(sandbox: Sandbox, executable: string, ...args: string[]) {
  const running = await sandbox.start({ executable, args, env: { PATH: '/usr/bin:/bin' } });
  const [stdout, stderr, exit] = await Promise.all([
    collectText(running.stdout),
    collectText(running.stderr),
    running.exit,
  ]);
  return { ...exit, stdout, stderr };
}

/** This machine lets this user make control groups: root may, and whoever was handed some. */
const hasGroups = ownGroupLocation() !== undefined;

function groupNames(): string[] {
  const location = ownGroupLocation();
  const folders = location === undefined ? [] : groupFolders(location);
  return folders.flatMap((folder) => readdirSync(folder)).filter((name) => /^dragoman-/.test(name));
}

test.runIf(hasGroups)('a fork bomb is held, and others go on meanwhile', async () => {
  const [bombed, other] = await Promise.all([create({ processes: 64 }), create({})]);
  const bomb = await bombed.start({
    executable: 'bash',
    args: ['-c', 'bomb() { bomb | bomb & }; bomb; sleep 30; echo over'],
    env: { PATH: '/usr/bin:/bin' },
  });
  let said = '';
  const readings = Promise.all([
    collectText(bomb.stdout),
    (async () => {
      for await (const bytes of bomb.stderr) said += Buffer.from(bytes);
    })(),
  ]);
  await expect
    .poll(() => said, { timeout: 20_000 })
    .toMatch(/fork: (retry: )?Resource temporarily unavailable/);
  const { stdout } = await run(other, 'sh', '-c', 'for i in 1 2 3; do : & done; wait; echo fine');
  expect(stdout).toBe('fine\n');
  await bomb.kill();
  await readings;
});

test.runIf(hasGroups)('memory is counted for all processes of a command together', async () => {
  const sandbox = await create({ memoryBytes: 256 * MEBIBYTE });
  // Each of the five would be allowed what it takes.
  const one = `perl -e '$x = "x" x 60e6; sleep 2' & pids="$pids $!"`;
  const five = Array(5).fill(one).join('; ');
  const wait = 'for pid in $pids; do wait $pid && echo kept; done';
  const { stdout, stderr } = await run(sandbox, 'bash', '-c', `pids=; ${five}; ${wait}`);
  expect(stdout.split('kept').length - 1, stderr).toBeLessThan(5);
});

test.runIf(hasGroups)(
  'who takes too much memory is killed, it is said, and no group is left',
  async () => {
    const sandbox = await create({ memoryBytes: 200 * MEBIBYTE });
    const { exitCode, signal, reason } = await run(sandbox, process.execPath, '-e', GREEDY);
    expect({ exitCode, signal, reason }).toEqual({
      exitCode: null,
      signal: 'SIGKILL',
      reason: 'memory_limit',
    });
    expect(groupNames().filter((name) => name.includes(sandbox.id))).toEqual([]);
  },
);

test('without control groups each process has its own limit on memory', async () => {
  const prlimit = await requireProgram('prlimit', 'util-linux');
  const means: LimitMeans = { by: 'process', prlimit, holds: ['memoryBytes'] };
  const sandbox = await create({ memoryBytes: 1024 * MEBIBYTE }, means);
  const { exitCode, signal } = await run(sandbox, process.execPath, '-e', GREEDY);
  expect(exitCode !== 0 || signal !== null).toBe(true);
  const { stdout } = await run(sandbox, 'sh', '-c', 'grep "Max data" /proc/self/limits');
  expect(stdout).toMatch(/1073741824 +1073741824/);
});

test('a limit that was asked for and cannot hold here is refused', async () => {
  const means: LimitMeans = { by: 'nothing' };
  await expect(create({ processes: 10 }, means)).rejects.toMatchObject({
    code: 'sandbox_unsupported',
    message: expect.stringContaining('processes'),
  });
  const sandbox = await create({}, means);
  expect((await run(sandbox, 'echo', 'works')).stdout).toBe('works\n');
});

test('what is kept in memory has a size: /tmp, /dev/shm, /run, and nothing else is writable', async () => {
  const sandbox = await create({ temporaryBytes: 1 * MEBIBYTE });
  const fill = (path: string) => `head -c 40000000 /dev/zero >${path}/x; stat -c %s ${path}/x`;
  const { stdout } = await run(
    sandbox,
    'sh',
    '-c',
    ['/tmp', '/dev/shm', '/run'].map(fill).join(';'),
  );
  expect(stdout.trim().split('\n').map(Number)).toEqual([MEBIBYTE, MEBIBYTE, 16 * MEBIBYTE]);
  const look =
    'for folder in / /dev /etc /usr /var /proc; do test -w $folder && echo $folder; done';
  expect((await run(sandbox, 'sh', '-c', look)).stdout).toBe('');
});

test('the check says which limits hold', async () => {
  const check = await createBubblewrapSandboxes({ stateDirectory: join(root, 'state') }).check();
  expect(check).toMatchObject({
    works: true,
    notes: expect.arrayContaining([limitNote(await limitMeans())]),
  });
});
