import { spawnSync } from 'node:child_process';
import {
  access,
  appendFile,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agents } from '@dragoman/agents';
import { defineScript } from '@dragoman/gateway';
import { type PublishedPackage, requireProgram, startPackageRegistry } from '@dragoman/testkit';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startTurn } from '../turn/start-turn.js';
import { examineInstalls, findInstalled, isInstalled, listInstalled } from './find-installed.js';
import { findNpm } from './find-npm.js';
import { type InstallOptions, installAgent } from './install-agent.js';
import { pathOf } from './npm-install.js';
import { detectPlatform, packageOf } from './verify-install.js';

let root: string;
let cacheDir: string;
let stateDirectory: string;
let marker: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dragoman-attack-'));
  [cacheDir, stateDirectory, marker] = [
    join(root, 'cache'),
    join(root, 'state'),
    join(root, 'ran'),
  ];
  vi.stubEnv('npm_config_cache', join(root, 'npm'));
  vi.stubEnv('npm_config_fetch_retries', '0');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(root, { recursive: true, force: true });
});

const agent = { name: 'gemini', version: '1.0.0' } as const;

/** A program that says its version, with a part that it loads. */
function published(more: Partial<PublishedPackage> = {}): PublishedPackage {
  const files = {
    'bundle/gemini.js': `require('./part.js');\nconsole.log('1.0.0');\n`,
    'bundle/part.js': `module.exports = 'harmless';\n`,
  };
  return { name: '@google/gemini-cli', version: '1.0.0', files, ...more };
}

/** As `published`, but leaves a mark when any of it runs. */
function trojan(more: Partial<PublishedPackage> = {}): PublishedPackage {
  const text = `require('node:fs').writeFileSync(${JSON.stringify(marker)}, '');console.log('1.0.0');\n`;
  return published({ files: { 'bundle/gemini.js': text }, ...more });
}

async function serve(packages: readonly PublishedPackage[]): Promise<void> {
  const registry = await startPackageRegistry({ packages });
  onTestFinished(() => registry.close());
  vi.stubEnv('npm_config_registry', registry.url);
}

const install = (more: Partial<InstallOptions> = {}) =>
  installAgent({ agent, cacheDir, stateDirectory, ...more });
const find = () => findInstalled(agent, cacheDir, stateDirectory);
const hasRun = () =>
  access(marker).then(
    () => true,
    () => false,
  );

/** Another content of the same length, in the same file, with the same time to the nanosecond. */
async function swap(path: string): Promise<void> {
  const before = await stat(path, { bigint: true });
  const original = join(root, 'original');
  spawnSync('cp', ['-p', path, original]);
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace(/[a-z]{4}/, 'EVIL'));
  spawnSync('touch', ['-r', original, path]);
  const { size, ino, mtimeNs } = await stat(path, { bigint: true });
  expect({ size, ino, mtimeNs }).toEqual({
    size: before.size,
    ino: before.ino,
    mtimeNs: before.mtimeNs,
  });
  expect(await readFile(path, 'utf8')).toContain('EVIL');
}

describe('what was changed in the cache is noticed before it runs', () => {
  beforeEach(() => serve([published()]));

  test('a program of equal size and time, by the time of its change', async () => {
    const { executable } = await install();
    await swap(executable);
    await expect(find()).rejects.toMatchObject({
      code: 'install_changed',
      message: expect.stringMatching(
        /gemini\.js changed\..*dragoman agents install gemini@1\.0\.0$/,
      ),
    });
    await expect(install()).rejects.toMatchObject({ code: 'install_changed' });
    expect(await listInstalled(cacheDir, stateDirectory)).toEqual([]);
    // Nothing is installed over it in silence.
    expect(await isInstalled(agent, cacheDir, stateDirectory)).toBe(true);
    expect(await examineInstalls(cacheDir, stateDirectory)).toMatchObject([
      { version: '1.0.0', problem: expect.stringContaining('gemini.js') },
    ]);
    await install({ verify: true });
    expect(await find()).toMatchObject({ executable });
  });

  test('a part that the program loads, and one that was added', async () => {
    const { directory } = await install();
    const bundle = join(directory, 'node_modules', '@google/gemini-cli/bundle');
    const original = await readFile(join(bundle, 'part.js'), 'utf8');
    await swap(join(bundle, 'part.js'));
    await expect(find()).rejects.toThrow('part.js changed');
    await writeFile(join(bundle, 'part.js'), original);
    // The same content again is the same install.
    expect(await find()).toMatchObject(agent);
    await writeFile(join(directory, 'node_modules', 'shadow.js'), '');
    await expect(find()).rejects.toThrow('shadow.js changed');
  });

  test('whatever the install says about itself', async () => {
    const { directory, executable } = await install();
    await swap(executable);
    const elsewhere = join(root, 'other-state');
    // Whoever has never seen it takes it as it says it is, and it no longer says the truth.
    await expect(findInstalled(agent, cacheDir, elsewhere)).rejects.toMatchObject({
      code: 'install_changed',
    });
    const file = join(directory, 'installed.json');
    const manifest = JSON.parse(await readFile(file, 'utf8'));
    const lie = { ...manifest.executable, path: '../../../../../../bin/sh' };
    await writeFile(file, JSON.stringify({ ...manifest, executable: lie }));
    expect(await findInstalled(agent, cacheDir, elsewhere)).toBeUndefined();
    await appendFile(join(directory, 'installed.sha256'), 'more');
    await writeFile(file, JSON.stringify({ ...manifest, stamp: '', contents: '', sha256: '' }));
    await expect(find()).rejects.toThrow('gemini.js changed');
  });
});

test('a turn does not start what was changed', async () => {
  const harmless = `console.log('1.0.0'); //`;
  const evil = `require('node:fs').writeFileSync(${JSON.stringify(marker)}, '');\n`;
  const text = `${harmless}${' '.repeat(evil.length - harmless.length - 1)}\n`;
  await serve([published({ files: { 'bundle/gemini.js': text } })]);
  const { executable } = await install();
  await writeFile(executable, evil);
  expect((await stat(executable)).size).toBe(text.length);
  const script = defineScript({ steps: [{ say: 'Never.' }] });
  const refused = startTurn({
    agent: 'gemini@1.0.0',
    prompt: 'Go.',
    cwd: root,
    sandbox: 'process',
    cacheDir,
    ...{ stateDirectory, access: { kind: 'script', script } },
  });
  await expect(refused).rejects.toMatchObject({ code: 'install_changed' });
  expect(await hasRun()).toBe(false);
  expect(await readdir(stateDirectory)).not.toContain('turns');
});

describe('an install from before there were records', () => {
  beforeEach(() => serve([published()]));

  async function older(): Promise<string> {
    const { directory, executable } = await install();
    const file = join(directory, 'installed.json');
    const {
      name,
      version,
      executable: candidate,
      bytes,
      sha256,
    } = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ name, version, executable: candidate, bytes, sha256 }));
    await rm(stateDirectory, { recursive: true });
    return executable;
  }

  test('is read once, and watched from then on', async () => {
    const executable = await older();
    expect(await find()).toMatchObject({ executable, trust: 'first_use' });
    expect(await readdir(join(stateDirectory, 'installs', 'gemini'))).toHaveLength(2);
    await swap(executable);
    await expect(find()).rejects.toMatchObject({ code: 'install_changed' });
  });

  test('is refused where its program is not the one that it names', async () => {
    await swap(await older());
    await expect(find()).rejects.toMatchObject({ code: 'install_changed' });
  });
});

describe('what a registry sends instead of a package', () => {
  test('is refused for a version that is pinned, and nothing of it runs', async () => {
    const { version } = agents.gemini;
    await serve([trojan({ version })]);
    const refused = install({ agent: { name: 'gemini', version } });
    await expect(refused).rejects.toMatchObject({ code: 'install_integrity' });
    expect(await hasRun()).toBe(false);
    expect(await readdir(join(cacheDir, 'agents', 'gemini'))).toEqual([]);
  });

  test.each([
    ['under its own hash', false],
    ['under the hash of the right one', true],
  ])('is refused where only the program is another, %s', async (_how, lies) => {
    await requireProgram('npm', 'npm');
    const { packageName, pinned, version, executables } = agents.codex;
    const program = executables(await detectPlatform())[0]?.path ?? '';
    const alias = packageOf(program);
    const platform = pinned?.packages[pathOf(alias)];
    const main = pinned?.packages[pathOf(packageName)];
    if (platform === undefined || main === undefined) throw new Error('Codex is not pinned here.');
    const inside = program.slice(alias.length + 1);
    await serve([
      {
        ...{
          name: packageName,
          version,
          files: {},
          tarball: await realTarball(packageName, version),
        },
        manifest: { optionalDependencies: main.optionalDependencies },
      },
      {
        name: packageName,
        version: platform.version,
        files: { [inside]: `#!/bin/sh\ntouch ${marker}\necho ${version}\n` },
        ...(lies && { claimedIntegrity: platform.integrity }),
      },
    ]);
    const refused = install({ agent: { name: 'codex', version } });
    await expect(refused).rejects.toMatchObject({
      code: 'install_integrity',
      message: expect.stringContaining('Nothing of it was run'),
    });
    expect(await hasRun()).toBe(false);
  });

  test('is refused where it was another at the first install', async () => {
    await serve([published()]);
    expect(await install()).toMatchObject({ trust: 'first_use' });
    await rm(join(root, 'npm'), { recursive: true });
    await serve([trojan()]);
    await expect(install({ again: true })).rejects.toMatchObject({
      code: 'install_integrity',
      message: expect.stringContaining('first installed here'),
    });
    expect(await hasRun()).toBe(false);
    expect(await find()).toMatchObject(agent);
  });
});

/** The package as it was published, from the registry that the tests' agents come from. */
async function realTarball(name: string, version: string): Promise<Uint8Array> {
  const npm = await findNpm();
  const args = [npm, 'pack', `${name}@${version}`, '--json', '--pack-destination', root];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  const [packed] = stdout === '' ? [] : JSON.parse(stdout);
  if (packed === undefined) throw new Error(stderr);
  return readFile(join(root, packed.filename));
}
