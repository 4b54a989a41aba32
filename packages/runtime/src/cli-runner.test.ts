import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { INSTALL_TIMEOUT_MS, testAgent } from '@dragoman/testkit';
import { expect, test, vi } from 'vitest';
import { createCliRunner } from './cli-runner.js';

const node = (env: Record<string, string> = {}) =>
  createCliRunner({
    program: { executable: process.execPath, kind: 'native' },
    env,
    cwd: tmpdir(),
  });

test('gives what a program prints, in the environment that it is given and no other', async () => {
  const print =
    'process.stdout.write(Object.keys(process.env).filter(k => k.length === 4).sort().join())';
  const run = node({ WORD: 'x' });
  expect(await run(['-e', print])).toBe('WORD');
  expect(await run(['-e', print], { env: { MORE: 'y' } })).toBe('MORE,WORD');
});

test('a program writes into a file: OpenCode exits before a pipe has taken all of its answer', async () => {
  const print = `const fs = require('fs'); fs.writeSync(1, String(fs.fstatSync(1).isFile()).padEnd(1e6, '.'))`;
  const printed = await node()(['-e', print]);
  expect([printed.slice(0, 4), printed.length]).toEqual(['true', 1e6]);
});

test('an answer that cannot be printed whole is an error, not an empty answer', async () => {
  const run = node({ PATH: '/nowhere' });
  await expect(run(['-e', 'console.log("a session")'])).rejects.toMatchObject({
    code: 'cli_failed',
    message: expect.stringContaining('cat'),
  });
});

test('the folder of an answer says whose it is, for whoever finds it, and is removed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-answers-'));
  vi.stubEnv('TMPDIR', folder);
  try {
    const print = `const fs = require('fs'); const [name] = fs.readdirSync(process.argv[1]);
      console.log(name, fs.readFileSync(process.argv[1] + '/' + name + '/owner.json', 'utf8'))`;
    const printed = await node()(['-e', print, folder]);
    expect(printed).toMatch(/^dragoman-home-/);
    expect(printed).toContain(String(process.pid));
    expect(await readdir(folder)).toEqual([]);
  } finally {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  }
});

test(
  'OpenCode leaves nothing where temporary files go',
  async () => {
    const program = await testAgent('opencode');
    const folder = await mkdtemp(join(tmpdir(), 'dragoman-opencode-'));
    const [home, temporary] = [join(folder, 'home'), join(folder, 'tmp')];
    await Promise.all([home, temporary].map((path) => mkdir(path)));
    try {
      const env = { HOME: home, TMPDIR: temporary, PATH: '/usr/bin:/bin' };
      const run = createCliRunner({ program, env, cwd: home });
      expect(await run(['session', 'list', '--format', 'json'])).toBe('');
      expect(await readdir(temporary)).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
  INSTALL_TIMEOUT_MS,
);

test('a program that fails is an error in its own words', async () => {
  const fail = 'console.error("no such session"); process.exit(3)';
  await expect(node()(['-e', fail])).rejects.toMatchObject({
    code: 'cli_failed',
    message: expect.stringMatching(/exit code 3.*no such session/),
  });
});

test('can be stopped, with the reason for it', async () => {
  const stop = new AbortController();
  const running = node()(['-e', 'setTimeout(() => {}, 60_000)'], { signal: stop.signal });
  stop.abort(new Error('no longer wanted'));
  await expect(running).rejects.toThrow('no longer wanted');
});
