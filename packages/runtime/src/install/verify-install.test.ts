import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { requireProgram } from '@dragoman/testkit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeInventory, writeManifest } from './install-manifest.js';
import { isSound, verifyInstall } from './verify-install.js';

const agent = { name: 'gemini', version: '1.2.3' } as const;
const PATH = '@google/gemini-cli/bundle/gemini.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dragoman-verify-'));
  vi.stubEnv('DRAGOMAN_STATE', join(root, 'state'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(root, { recursive: true, force: true });
});

async function program(text: string, path = PATH): Promise<string> {
  const file = join(root, 'node_modules', path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  await chmod(file, 0o755);
  return file;
}

const answering = (version: string) => `console.log('gemini ${version}')`;

test('takes the first program that answers with the version', async () => {
  await program('throw new Error("broken")');
  await program(answering('1.2.3'), '@google/gemini-cli/dist/index.js');
  const { path } = await verifyInstall(root, agent);
  expect(path).toBe('@google/gemini-cli/dist/index.js');
});

test.each([
  ['another version', answering('1.2.33'), '1.2.33'],
  ['nothing', '', 'nothing (exited)'],
  ['an error', 'throw new Error("cannot find my parts")', 'cannot find my parts'],
])('refuses a program that answers %s, and says what it said', async (_what, text, said) => {
  await program(text);
  await expect(verifyInstall(root, agent)).rejects.toMatchObject({
    code: 'install_unverified',
    message: expect.stringContaining(said),
  });
});

test('runs the program with nothing of the caller in its environment', async () => {
  await program('console.log(Object.keys(process.env).sort().join())');
  await expect(verifyInstall(root, agent)).rejects.toThrow(
    /answered "(DRAGOMAN_PROCESS_TREE,)?HOME,PATH,TMPDIR"/,
  );
});

test('a first start is confined: it changes nothing and reaches nothing', async () => {
  await requireProgram('bwrap', 'bubblewrap');
  const marker = join(root, 'marker');
  await program(`
    const { writeFileSync, readdirSync } = require('node:fs');
    try { writeFileSync(${JSON.stringify(marker)}, ''); } catch {}
    try { writeFileSync(__filename, 'another'); } catch {}
    const { networkInterfaces } = require('node:os');
    console.log(JSON.stringify({ net: Object.keys(networkInterfaces()), tmp: readdirSync('/tmp').length }));
  `);
  await expect(verifyInstall(root, agent)).rejects.toThrow(/net/);
  expect(await readdir(root)).not.toContain('marker');
  expect(await readFile(join(root, 'node_modules', PATH), 'utf8')).toContain('writeFileSync');
});

test('an install is sound as long as its program is unchanged and runs', async () => {
  const executable = await program(answering('1.2.3'));
  const checked = { trust: 'first_use', packages: {} } as const;
  const inventory = await takeInventory(root, agent, { path: PATH, kind: 'node' }, checked);
  await writeManifest(root, inventory);
  const stateDirectory = join(root, 'state');
  const installed = {
    ...agent,
    directory: root,
    executable,
    kind: 'node',
    searchPath: [],
    trust: 'first_use',
  } as const;
  expect(await isSound(agent, installed, { stateDirectory })).toBe(true);
  // It still answers rightly: only a look at all of it shows it.
  await program(answering('1.2.3').replace('gemini', 'GEMINI'));
  expect(await isSound(agent, installed, { stateDirectory })).toBe(false);
});

test('an abort is no verdict on the program', async () => {
  await program(answering('1.2.3'));
  const signal = AbortSignal.abort(new Error('stopped'));
  const stopped = verifyInstall(root, agent, { signal });
  await expect(stopped).rejects.toThrow('stopped');
});
