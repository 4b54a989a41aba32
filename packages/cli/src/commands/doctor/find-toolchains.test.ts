import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findToolchains } from './find-toolchains.js';

let home: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'dragoman-toolchains-')));
  vi.stubEnv('XDG_CONFIG_HOME', join(home, '.config'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

function program(path: string, mode = 0o755): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), '');
  chmodSync(join(home, path), mode);
}

const found = async () =>
  (await findToolchains(home)).filter(({ folder }) => folder.startsWith(home));

test('the latest Node of nvm is found, and what else has programs in it', async () => {
  program('.nvm/versions/node/v9.1.0/bin/node');
  program('.nvm/versions/node/v22.1.0/bin/node');
  program('.nvm/versions/node/v22.1.0/bin/npm');
  program('.local/bin/notes.txt', 0o644);
  program('.cargo/bin/rg');
  expect(await found()).toEqual([
    {
      folder: join(home, '.nvm/versions/node/v22.1.0/bin'),
      programs: ['node', 'npm'],
      isGiven: false,
    },
    { folder: join(home, '.cargo/bin'), programs: ['rg'], isGiven: false },
  ]);
});

test('what the configuration gives already is known', async () => {
  program('.local/bin/tool');
  mkdirSync(join(home, '.config/dragoman'), { recursive: true });
  writeFileSync(join(home, '.config/dragoman/config.yaml'), 'path: [../../.local/bin]\n');
  expect(await found()).toMatchObject([{ isGiven: true }]);
});

test('a configuration that is broken is no reason to find nothing', async () => {
  program('.local/bin/tool');
  mkdirSync(join(home, '.config/dragoman'), { recursive: true });
  writeFileSync(join(home, '.config/dragoman/config.yaml'), 'path: [');
  expect(await found()).toMatchObject([{ programs: ['tool'], isGiven: false }]);
});
