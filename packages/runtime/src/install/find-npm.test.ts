import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { findNpm } from './find-npm.js';

test('finds the npm of the running Node', async () => {
  expect(await findNpm({})).toMatch(/npm-cli\.js$/);
});

test('finds an npm on PATH when Node has none beside it', async () => {
  const environment = { PATH: `/nowhere:${dirname(process.execPath)}` };
  expect(await findNpm(environment, '/nowhere/bin/node')).toMatch(/npm-cli\.js$/);
});

test('takes no other package manager for npm', async () => {
  const environment = { npm_execpath: '/usr/lib/node_modules/pnpm/bin/pnpm.cjs' };
  expect(await findNpm(environment)).toMatch(/npm-cli\.js$/);
});

test('says clearly that there is none', async () => {
  await expect(findNpm({ PATH: '/nowhere/bin' }, '/nowhere/bin/node')).rejects.toMatchObject({
    code: 'npm_missing',
  });
});
