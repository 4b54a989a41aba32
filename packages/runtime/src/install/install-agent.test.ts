import { spawnSync } from 'node:child_process';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProcess } from '@dragoman/sandbox';
import {
  type PackageRegistry,
  type PublishedPackage,
  type RegistryOptions,
  startPackageRegistry,
} from '@dragoman/testkit';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { findInstalled, launchOf, listInstalled } from './find-installed.js';
import { type InstallOptions, installAgent } from './install-agent.js';
import { createOwner } from './install-lock.js';

let root: string;
let cacheDir: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dragoman-install-'));
  cacheDir = join(root, 'cache');
  vi.stubEnv('DRAGOMAN_STATE', join(root, 'state'));
  vi.stubEnv('npm_config_cache', join(root, 'npm'));
  vi.stubEnv('npm_config_fetch_retries', '0');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(root, { recursive: true, force: true });
});

/** A package instead of Gemini CLI's, whose program answers `--version`. */
function published(version: string, more: Partial<PublishedPackage> = {}): PublishedPackage {
  const program = `if (process.argv[2] === '--version') console.log('${version}');\n`;
  return { name: '@google/gemini-cli', version, files: { 'bundle/gemini.js': program }, ...more };
}

/** A registry that npm knows as a user's: by npm's own configuration. */
async function registry(options: RegistryOptions): Promise<PackageRegistry> {
  const started = await startPackageRegistry(options);
  onTestFinished(() => started.close());
  vi.stubEnv('npm_config_registry', started.url);
  return started;
}

function install(version: string, more: Partial<InstallOptions> = {}) {
  return installAgent({ agent: { name: 'gemini', version }, cacheDir, ...more });
}

const cached = (...names: string[]) => join(cacheDir, 'agents', 'gemini', ...names);

describe('installing an agent', () => {
  test('gives a program that runs, and reports how far it is', async () => {
    await registry({ packages: [published('1.0.0')] });
    const phases: string[] = [];
    const installed = await install('1.0.0', { onProgress: ({ phase }) => phases.push(phase) });
    expect(installed).toMatchObject({ name: 'gemini', version: '1.0.0', kind: 'node' });
    const { executable, args } = launchOf(installed);
    const answer = await runProcess({
      executable,
      args: [...args, '--version'],
      env: {},
      cwd: root,
    });
    expect(answer.stdout).toBe('1.0.0\n');
    expect([...new Set(phases)]).toEqual(['downloading', 'verifying', 'done']);
    expect(await readdir(cached())).toEqual(['1.0.0']);
  });

  test('does nothing when it is there', async () => {
    const { close } = await registry({ packages: [published('1.0.0')] });
    const first = await install('1.0.0');
    await close();
    expect(await install('1.0.0')).toEqual(first);
  });

  test('keeps versions side by side', async () => {
    await registry({ packages: ['1.0.9', '1.0.10'].map((version) => published(version)) });
    for (const version of ['1.0.10', '1.0.9']) await install(version);
    const found = await listInstalled(cacheDir);
    expect(found.map(({ version }) => version)).toEqual(['1.0.9', '1.0.10']);
  });

  test('happens once when it is asked for several times at once', async () => {
    const { downloads } = await registry({ packages: [published('1.0.0')] });
    const all = await Promise.all([install('1.0.0'), install('1.0.0'), install('1.0.0')]);
    expect(new Set(all.map(({ executable }) => executable)).size).toBe(1);
    expect(downloads).toEqual(['@google/gemini-cli@1.0.0']);
  });

  test('runs no install scripts', async () => {
    const evil = published('1.0.0', {
      manifest: { scripts: { postinstall: `touch ${join(root, 'pwned')}` } },
    });
    await registry({ packages: [evil] });
    await install('1.0.0');
    expect(await readdir(root)).not.toContain('pwned');
  });

  test('goes on when a package wants another Node, however strict npm is set', async () => {
    vi.stubEnv('npm_config_engine_strict', 'true');
    await registry({ packages: [published('1.0.0', { manifest: { engines: { node: '>=99' } } })] });
    await expect(install('1.0.0')).resolves.toMatchObject({ version: '1.0.0' });
  });

  test('starts over from what a killed install has left', async () => {
    await registry({ packages: [published('1.0.0')] });
    await mkdir(cached('1.0.0.partial-dead', 'install'), { recursive: true });
    const dead = JSON.stringify({ ...createOwner(), pid: spawnSync('true').pid });
    await writeFile(cached('1.0.0.partial-dead', 'owner.json'), dead);
    await writeFile(cached('1.0.0.lock'), dead);
    await install('1.0.0');
    expect(await readdir(cached())).toEqual(['1.0.0']);
  });

  test('is safe when its lock is lost and another does the same in the middle of it', async () => {
    let second: Promise<unknown> | undefined;
    const { downloads } = await registry({
      packages: [published('1.0.0')],
      async beforeDownload() {
        if (second !== undefined) return;
        await rm(cached('1.0.0.lock'));
        second = install('1.0.0');
        await second;
      },
    });
    const first = await install('1.0.0');
    expect(await second).toEqual(first);
    expect(downloads).toHaveLength(2);
    expect(await readdir(cached())).toEqual(['1.0.0']);
  });
});

describe('an install that is damaged', () => {
  const agent = { name: 'gemini', version: '1.0.0' } as const;
  const damages: [how: string, damage: (executable: string) => Promise<void>][] = [
    ['because its manifest is of another kind', () => damageManifest('[{}]')],
    ['because its manifest is torn', () => damageManifest('{"name":"gem')],
    ['because its program is cut short', (executable) => truncate(executable, 5)],
    ['because its program is missing', (executable) => rm(executable)],
  ];
  const damageManifest = (text: string) => writeFile(cached('1.0.0', 'installed.json'), text);

  test('is not offered', async () => {
    await registry({ packages: [published('1.0.0')] });
    const { executable } = await install('1.0.0');
    const intact = join(root, 'intact');
    await cp(cached('1.0.0'), intact, { recursive: true });
    for (const [how, damage] of damages) {
      await damage(executable);
      expect(await findInstalled(agent, cacheDir), how).toBeUndefined();
      await cp(intact, cached('1.0.0'), { recursive: true });
      expect(await findInstalled(agent, cacheDir), how).toBeDefined();
    }
  });

  test('is made anew', async () => {
    await registry({ packages: [published('1.0.0')] });
    const first = await install('1.0.0');
    await truncate(first.executable, 5);
    expect(await install('1.0.0')).toEqual(first);
    expect(await findInstalled(agent, cacheDir)).toEqual(first);
    expect(await readdir(cached())).toEqual(['1.0.0']);
  });

  test('without a change of size is noticed and made anew when that is asked for', async () => {
    const { downloads } = await registry({ packages: [published('1.0.0')] });
    const { executable } = await install('1.0.0');
    const intact = await readFile(executable, 'utf8');
    await writeFile(executable, intact.replace('console', 'CONSOLE'));
    expect((await stat(executable)).size).toBe(intact.length);
    const phases: string[] = [];
    await install('1.0.0', { verify: true, onProgress: ({ phase }) => phases.push(phase) });
    expect(await readFile(executable, 'utf8')).toBe(intact);
    expect(phases).toContain('replacing');
    await install('1.0.0', { verify: true });
    expect(downloads).toHaveLength(1);
  });
});

describe('an install that cannot be', () => {
  async function failure(version: string, more?: Partial<InstallOptions>) {
    const error: unknown = await install(version, more).catch((reason: unknown) => reason);
    expect(await readdir(cached()).catch(() => [])).toEqual([]);
    return error;
  }

  test('because the version does not exist names one that does', async () => {
    await registry({ packages: [published('1.0.0')] });
    const error = await failure('7.7.7');
    expect(error).toMatchObject({ code: 'install_version_unknown' });
    expect(error).toHaveProperty('message', expect.stringContaining('The newest is 1.0.0.'));
  });

  test('because nobody answers says that it is offline', async () => {
    const { close } = await registry({ packages: [] });
    await close();
    expect(await failure('1.0.0')).toMatchObject({ code: 'install_offline' });
  });

  test('because the registry refuses says so, without the token', async () => {
    const { url } = await registry({ packages: [], refuseWith: 401 });
    const npmrc = join(root, 'npmrc');
    await writeFile(npmrc, `${url.slice('http:'.length)}/:_authToken=\${REGISTRY_SECRET}\n`);
    vi.stubEnv('npm_config_userconfig', npmrc);
    vi.stubEnv('REGISTRY_SECRET', 'very-secret-token');
    const error = await failure('1.0.0');
    expect(error).toMatchObject({ code: 'install_refused' });
    expect(String(error)).not.toContain('very-secret-token');
  });

  test('because the program is another version is refused', async () => {
    const files = published('1.0.1').files;
    await registry({ packages: [published('1.0.0', { files })] });
    const error = await failure('1.0.0');
    expect(error).toMatchObject({ code: 'install_unverified' });
    expect(String(error)).toContain('1.0.1');
  });

  test('because the package has no program says so', async () => {
    await registry({ packages: [published('1.0.0', { files: {} })] });
    expect(await failure('1.0.0')).toMatchObject({ code: 'install_unverified' });
  });

  test('because npm left out the package for this machine names it', async () => {
    const name = `@openai/codex-${process.platform}-${process.arch}`;
    const stub = { 'bin/codex.js': 'throw new Error("no program")' };
    const manifest = { optionalDependencies: { [name]: '1.0.0' } };
    await registry({
      packages: [{ name: '@openai/codex', version: '1.0.0', files: stub, manifest }],
    });
    const error = await failure('1.0.0', { agent: { name: 'codex', version: '1.0.0' } });
    expect(error).toMatchObject({ code: 'install_failed' });
    expect(String(error)).toContain(`npm left out ${name},`);
  });

  test('because the cache is no folder says what to do', async () => {
    const file = join(root, 'file');
    await writeFile(file, '');
    const error = await failure('1.0.0', { cacheDir: join(file, 'cache') });
    expect(error).toMatchObject({ code: 'install_not_permitted' });
    expect(String(error)).toContain('DRAGOMAN_CACHE');
  });

  test('because it was aborted leaves nothing, and works the next time', async () => {
    const abort = new AbortController();
    await registry({
      packages: [published('1.0.0')],
      beforeDownload: async () => abort.abort(),
    });
    expect(await failure('1.0.0', { signal: abort.signal })).toMatchObject({
      code: 'install_aborted',
    });
    await expect(install('1.0.0')).resolves.toMatchObject({ version: '1.0.0' });
  });

  test('because the version is no exact one never reaches npm', async () => {
    expect(await failure('latest')).toMatchObject({ code: 'agent_version_inexact' });
  });
});
