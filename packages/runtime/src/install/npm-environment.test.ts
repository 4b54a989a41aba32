import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { npmEnvironment } from './npm-environment.js';

test('npm gets what its network needs, and no keys', async () => {
  const passed = await npmEnvironment({
    PATH: '/bin',
    HOME: '/home/me',
    https_proxy: 'http://proxy',
    NODE_EXTRA_CA_CERTS: '/ca.pem',
    NPM_CONFIG_REGISTRY: 'https://registry.example',
    OPENAI_API_KEY: 'secret',
    AWS_SECRET_ACCESS_KEY: 'secret',
    NODE_OPTIONS: '--require ./evil.js',
    npm_config_userconfig: '/nowhere',
  });
  expect(passed).toMatchObject({ PATH: '/bin', HOME: '/home/me', https_proxy: 'http://proxy' });
  expect(passed).toMatchObject({ NPM_CONFIG_REGISTRY: 'https://registry.example' });
  expect(JSON.stringify(passed)).not.toMatch(/secret|evil/);
});

test('settings of the npm run that we are part of stay outside', async () => {
  const passed = await npmEnvironment({
    npm_config_workspace: 'cli',
    npm_config_local_prefix: '/project',
    npm_config_dry_run: 'true',
    npm_config_omit: 'optional',
    npm_config_userconfig: '/nowhere',
  });
  expect(Object.keys(passed).sort()).toEqual([
    'npm_config_fetch_retries',
    'npm_config_fetch_retry_maxtimeout',
    'npm_config_fetch_retry_mintimeout',
    'npm_config_userconfig',
  ]);
});

test('a variable that the npmrc refers to is passed on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-npmrc-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const npmrc = join(folder, 'npmrc');
  await writeFile(npmrc, `//registry.example/:_authToken=\${COMPANY_TOKEN}\n`);
  const environment = { npm_config_userconfig: npmrc, COMPANY_TOKEN: 'token', OTHER: 'x' };
  expect(await npmEnvironment(environment)).toMatchObject({ COMPANY_TOKEN: 'token' });
  expect(await npmEnvironment(environment)).not.toHaveProperty('OTHER');
});
