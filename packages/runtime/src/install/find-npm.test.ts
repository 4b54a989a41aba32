import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findNpm } from './find-npm.js';

test('finds the npm of the running Node', async () => {
  expect(await findNpm({})).toMatch(/npm-cli\.js$/);
});

test('an npm of a project is none, wherever it stands on PATH and whoever runs us', async () => {
  const project = await mkdtemp(join(homedir(), '.dragoman-project-'));
  onTestFinished(() => rm(project, { recursive: true }));
  const planted = join(project, 'lib/node_modules/npm/bin/npm-cli.js');
  await mkdir(dirname(planted), { recursive: true });
  await mkdir(join(project, 'bin'));
  await writeFile(planted, 'planted');
  const environment = { PATH: join(project, 'bin'), npm_execpath: planted };
  expect(await findNpm(environment)).not.toBe(planted);
  await expect(findNpm({ DRAGOMAN_NPM: planted })).rejects.toMatchObject({
    code: 'program_untrusted',
    message: expect.stringContaining(planted),
  });
});

test('a setting says which npm it is', async () => {
  const own = await findNpm({});
  expect(await findNpm({ DRAGOMAN_NPM: own }, '/nowhere/bin/node')).toBe(own);
  for (const path of ['npm-cli.js', '/nowhere/npm-cli.js', '/usr/bin/env']) {
    await expect(findNpm({ DRAGOMAN_NPM: path })).rejects.toMatchObject({ code: 'npm_missing' });
  }
});

test('takes no other package manager for npm', async () => {
  const environment = { npm_execpath: '/usr/lib/node_modules/pnpm/bin/pnpm.cjs' };
  expect(await findNpm(environment)).toMatch(/npm-cli\.js$/);
});

test('says clearly that there is none', async () => {
  await expect(findNpm({ DRAGOMAN_NPM: '/nowhere/npm-cli.js' })).rejects.toMatchObject({
    code: 'npm_missing',
    message: expect.stringContaining('DRAGOMAN_NPM'),
  });
});
