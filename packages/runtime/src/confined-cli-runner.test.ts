import { access, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProcessSandboxes } from '@dragoman/sandbox';
import { requireProgram } from '@dragoman/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createConfinedCliRunner } from './cli-runner.js';

const shell = { executable: '/bin/sh', kind: 'native', directory: '/bin' } as const;

let root: string;
let home: string;
beforeEach(async () => {
  await requireProgram('bwrap', 'bubblewrap');
  root = await realpath(await mkdtemp(join(tmpdir(), 'dragoman-confined-')));
  home = join(root, 'home');
  await mkdir(home);
  await writeFile(join(root, 'secret'), 'precious');
});
afterEach(async () => {
  expect(await readdir(join(root, 'state', 'sandboxes'))).toEqual([]);
  await rm(root, { recursive: true, force: true });
});

function run(script: string, more: object = {}): Promise<string> {
  const stateDirectory = join(root, 'state');
  return createConfinedCliRunner({ program: shell, home, stateDirectory, ...more })(['-c', script]);
}

test('what an agent has left in its HOME runs with the CLI, and reaches nothing else', async () => {
  await writeFile(join(home, 'plugin.sh'), `cat ${root}/secret; echo evil > ${root}/evil`);
  const said = await run('sh "$HOME/plugin.sh" 2>&1; echo a session');
  expect(said).toContain('a session');
  expect(said).not.toContain('precious');
  await expect(access(join(root, 'evil'))).rejects.toThrow();
});

test('the CLI writes into a file there, too', async () => {
  expect(await run('test -f /dev/stdout && echo a file')).toBe('a file\n');
});

test('folders in folders that no path leads to any more are no failure', async () => {
  const script =
    'pwd; n=$(printf %0200d 0); for i in $(seq 40); do mkdir $n && cd -P $n; done; true';
  const [folder = ''] = (await run(script)).split('\n');
  expect(folder).toContain('dragoman-home-');
  await expect(access(folder)).rejects.toThrow();
});

test('a CLI that fails, or takes too long, is an error that says so', async () => {
  await expect(run('echo no such session >&2; exit 3')).rejects.toMatchObject({
    code: 'cli_failed',
    message: expect.stringContaining('no such session'),
  });
  await expect(run('sleep 300', { timeoutMs: 300 })).rejects.toThrow('took too long');
});

test('without a sandbox that confines it nothing is run', async () => {
  await run('true');
  const provider = createProcessSandboxes({ stateDirectory: join(root, 'state') });
  await expect(run(`touch ${root}/ran`, { provider })).rejects.toMatchObject({
    code: 'sandbox_needed',
  });
  await expect(access(join(root, 'ran'))).rejects.toThrow();
});
