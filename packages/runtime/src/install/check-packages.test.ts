import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agents } from '@dragoman/agents';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkPackages } from './check-packages.js';
import { pathOf } from './npm-install.js';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'dragoman-packages-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

test('a package of a pinned version whose hash is not pinned stays what it was at its first install', async () => {
  const { pinned, packageName, version } = agents.opencode;
  const unknown = pinned?.unknown[0] ?? '';
  expect(unknown).not.toBe('');
  const agent = { name: 'opencode', version } as const;
  const bring = (integrity: string): void => {
    const main = pinned?.packages[pathOf(packageName)];
    const packages = { [pathOf(packageName)]: main, [pathOf(unknown)]: { version, integrity } };
    mkdirSync(join(directory, 'node_modules'), { recursive: true });
    writeFileSync(join(directory, 'node_modules/.package-lock.json'), JSON.stringify({ packages }));
  };
  bring('sha512-first');
  const first = await checkPackages(directory, agent, undefined);
  expect(first).toMatchObject({ trust: 'first_use' });
  expect(await checkPackages(directory, agent, first.packages)).toEqual(first);
  bring('sha512-another');
  await expect(checkPackages(directory, agent, first.packages)).rejects.toMatchObject({
    code: 'install_integrity',
    message: expect.stringContaining('first installed here'),
  });
});
