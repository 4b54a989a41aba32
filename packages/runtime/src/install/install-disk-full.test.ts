import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { mountSmallDisk, startPackageRegistry } from '@dragoman/testkit';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { installAgent } from './install-agent.js';

const agent = { name: 'codex', version: '1.0.0' } as const;

let root: string;
let disk: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dragoman-disk-'));
  disk = join(root, 'disk');
  await mkdir(disk);
  vi.stubEnv('npm_config_cache', join(root, 'npm'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(root, { recursive: true, force: true });
});

async function expectDiskFull(): Promise<void> {
  await expect(installAgent({ agent, cacheDir: disk })).rejects.toMatchObject({
    code: 'install_disk_full',
    message: expect.stringContaining('DRAGOMAN_CACHE'),
  });
  const parent = join(disk, 'agents', 'codex');
  expect(await readdir(parent)).toEqual([]);
}

test('an npm that says all went well, but could not write a file, has failed', async () => {
  // Not in a temporary folder, from which no npm is run.
  const folder = await mkdtemp(join(homedir(), '.dragoman-npm-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const npm = join(folder, 'npm-cli.js');
  const warning = 'npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write';
  await writeFile(npm, `process.stderr.write(${JSON.stringify(warning)});`);
  vi.stubEnv('DRAGOMAN_NPM', npm);
  await expectDiskFull();
});

describe('on a small disk', () => {
  let unmount: (() => void) | undefined;
  beforeEach(({ skip }) => {
    unmount = mountSmallDisk(disk, 2 * 1024 * 1024) ?? skip();
  });
  afterEach(() => unmount?.());

  test('the real npm runs out of space while it unpacks the program', async () => {
    const name = `@openai/codex-${process.platform}-${process.arch}`;
    const manifest = { optionalDependencies: { [name]: '1.0.0' } };
    const program = randomBytes(3_000_000).toString('base64');
    const { url, close } = await startPackageRegistry({
      packages: [
        { name: '@openai/codex', version: '1.0.0', files: {}, manifest },
        { name, version: '1.0.0', files: { program } },
      ],
    });
    onTestFinished(close);
    vi.stubEnv('npm_config_registry', url);
    await expectDiskFull();
  });

  test('a disk that is full from the start keeps no empty lock', async () => {
    await writeFile(join(disk, 'filler'), randomBytes(4_000_000)).catch(() => {});
    await expectDiskFull();
  });
});
