import { once } from 'node:events';
import { readlinkSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireProgram } from '@dragoman/testkit/sandbox-conformance';
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Sandbox, SandboxOptions } from '../contract.js';
import { collectText } from '../process/run-process.js';
import { createBubblewrapSandboxes } from './bubblewrap-sandboxes.js';
import { tryBubblewrap } from './find-bubblewrap.js';

beforeAll(() => requireProgram('bwrap', 'bubblewrap'), 600_000);

let root: string;
let sandbox: Sandbox | undefined;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'dragoman-bubblewrap-')));
  for (const name of ['workspace', 'home']) await mkdir(join(root, name));
});
afterEach(async () => {
  await sandbox?.remove();
  await rm(root, { recursive: true, force: true });
});

async function start(script: string, options: Partial<SandboxOptions> = {}) {
  const provider = createBubblewrapSandboxes({ stateDirectory: join(root, 'state') });
  const [workspace, home] = [join(root, 'workspace'), join(root, 'home')];
  sandbox = await provider.create({ workspace, home, ...options });
  const env = { PATH: '/usr/bin:/bin', ...sandbox.inside.doors };
  return sandbox.start({ executable: 'sh', args: ['-c', script], env });
}

async function output(script: string, options: Partial<SandboxOptions> = {}): Promise<string> {
  const running = await start(script, options);
  const [stdout, stderr] = await Promise.all([
    collectText(running.stdout),
    collectText(running.stderr),
  ]);
  return `${stdout}${stderr}`;
}

test('a command is an ordinary user with a name, and may do nothing special', async () => {
  const said = await output('whoami; id -u; grep -E "CapEff|CapBnd|NoNewPrivs" /proc/self/status');
  const [name, uid, ...status] = said.trim().split('\n');
  expect(name).toBe('agent');
  expect(Number(uid)).toBeGreaterThan(0);
  expect(status.map((line) => line.split(/\s+/)[1]).sort()).toEqual([
    '0000000000000000',
    '0000000000000000',
    '1',
  ]);
});

test('a command shares no namespace with this machine', async () => {
  const kinds = ['ipc', 'mnt', 'net', 'pid', 'user', 'uts'];
  const own = kinds.map((kind) => readlinkSync(`/proc/self/ns/${kind}`));
  const said = (await output(`cd /proc/self/ns && readlink ${kinds.join(' ')}`)).trim().split('\n');
  expect(said.map((line) => line.split(':')[0])).toEqual(kinds);
  expect(said.filter((line) => own.includes(line))).toEqual([]);
});

test('a command sees its own processes alone, and not the name of the machine', async () => {
  const said = await output('ls -d /proc/[0-9]* | wc -l; uname -n');
  const [count, name] = said.trim().split('\n');
  expect(Number(count)).toBeLessThan(10);
  expect(name).not.toBe(hostname());
});

test('settings of the kernel cannot be changed, nor through a new /proc', async () => {
  const files = '/proc/sys/kernel/core_pattern /proc/sysrq-trigger /sys/kernel/uevent_helper';
  const look = `for file in ${files}; do test -w $file && echo $file; done`;
  const nested = `unshare --user --map-root-user --mount --pid --fork --mount-proc sh -c '${look}'`;
  expect(await output(`${look}; ${nested} 2>/dev/null; exit 0`)).toBe('');
});

test('nothing else of the folders above the workspace is seen', async () => {
  await writeFile(join(root, 'secret'), 'secret');
  expect(await output(`ls ${root}; ls -A /run`)).toBe('home\nworkspace\ndragoman\n');
});

test('its own temporary folder is empty, and as large as is said', async () => {
  const script = 'head -c 3000000 /dev/zero >/tmp/file; wc -c </tmp/file';
  const said = await output(script, { limits: { temporaryBytes: 1024 * 1024 } });
  expect(said).toMatch(/^1048576\n.*No space left on device/s);
});

test('what is on the network of this machine is reached when asked for, and doors are, too', async () => {
  const server = createServer((_request, response) => response.end('through the door'));
  server.listen(join(root, 'server.sock'));
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const fetchDoor = `${process.execPath} -e 'fetch(process.env.gateway).then((a) => a.text()).then(console.log)'`;
  const doors = { gateway: join(root, 'server.sock') };
  expect(await output(fetchDoor, { network: 'host', doors })).toBe('through the door\n');
});

interface Inhabitant {
  readonly pid: number;
  readonly args: string;
}

/** What runs below a process on this machine, with its arguments. */
async function below(pid: number): Promise<Inhabitant[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const pids = children.split(' ').filter(Boolean).map(Number);
  const found = await Promise.all(
    pids.map(async (child) => [{ pid: child, args: await argsOf(child) }, ...(await below(child))]),
  );
  return found.flat();
}

function argsOf(pid: number): Promise<string> {
  return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
}

test.each([
  ['bubblewrap', /^nothing else/],
  ['its first process', /bwrap\0/],
  ['the launcher', /^[^\0]*node\0/],
  ['the command', /^sh\0-c/],
])('when %s is killed, everything ends, and it is said', async (_what, args) => {
  // So many that the kernel needs a moment to end them.
  const many = 'n=0; while [ $n -lt 100 ]; do sleep 300 & n=$((n+1)); done';
  const running = await start(`${many}; (setsid sleep 300 &); wait`);
  const inhabitants = await vi.waitFor(async () => {
    const found = await below(running.pid);
    expect(found.filter((inhabitant) => inhabitant.args.startsWith('sleep'))).toHaveLength(101);
    return found;
  }, 20_000);
  const victim = inhabitants.find((inhabitant) => args.test(inhabitant.args));
  process.kill(victim?.pid ?? running.pid, 'SIGKILL');
  expect(await running.exit).toEqual({ exitCode: null, signal: 'SIGKILL', reason: 'exited' });
  const left = await Promise.all(inhabitants.map(({ pid }) => argsOf(pid)));
  expect(left.filter((text) => text !== '')).toEqual([]);
});

test('without bubblewrap it is said what to install', async () => {
  const environment = { DRAGOMAN_BWRAP: '/nowhere/bwrap' };
  const options = { stateDirectory: join(root, 'state'), environment };
  const provider = createBubblewrapSandboxes(options);
  expect(await provider.check()).toMatchObject({
    works: false,
    remedy: expect.stringMatching(/apt-get install bubblewrap/),
  });
  const folders = { workspace: join(root, 'workspace'), home: join(root, 'home') };
  await expect(provider.create(folders)).rejects.toMatchObject({ code: 'sandbox_unavailable' });
});

test('where the machine does not let bubblewrap work it is said why and what helps', async () => {
  const bwrap = join(root, 'bwrap');
  const message = 'bwrap: setting up uid map: Permission denied';
  await writeFile(bwrap, `#!/bin/sh\necho '${message}' >&2; exit 1\n`, { mode: 0o755 });
  expect(await tryBubblewrap(bwrap)).toMatchObject({
    found: false,
    why: message,
    remedy: expect.stringMatching(/apparmor_restrict/),
  });
});
