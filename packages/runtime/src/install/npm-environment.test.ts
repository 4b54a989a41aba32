import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemPath } from '@dragoman/sandbox';
import { describe, expect, onTestFinished, test } from 'vitest';
import { npmEnvironment } from './npm-environment.js';

test('npm gets what its network needs, and no keys', async () => {
  const passed = await npmEnvironment({
    PATH: '/project/node_modules/.bin:/bin',
    LD_PRELOAD: './evil.so',
    npm_config_script_shell: './evil.sh',
    npm_config_git: './evil-git',
    npm_config_node_options: '--require ./evil.js',
    HOME: '/home/me',
    https_proxy: 'http://proxy',
    NODE_EXTRA_CA_CERTS: '/ca.pem',
    NPM_CONFIG_REGISTRY: 'https://registry.example',
    OPENAI_API_KEY: 'secret',
    AWS_SECRET_ACCESS_KEY: 'secret',
    NODE_OPTIONS: '--require ./evil.js',
    npm_config_userconfig: '/nowhere',
  });
  expect(passed).toMatchObject({ HOME: '/home/me', https_proxy: 'http://proxy' });
  expect(passed.PATH).toBe(systemPath());
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
    'PATH',
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

describe('what the npmrc of a project says is not passed on by an npm that runs us there', () => {
  test.each([
    ['as it is', 'registry=https://evil.example\nuserconfig=./evilrc\nNode-Options=x'],
    ['in quotes', '"registry"=https://evil.example'],
    ['with a variable in its name', `re\${NOTHING?}gistry=https://evil.example`],
    ['in a section', '[a]\nregistry=https://evil.example'],
  ])('%s', async (_how, text) => {
    const project = await mkdtemp(join(tmpdir(), 'dragoman-npmrc-'));
    onTestFinished(() => rm(project, { recursive: true, force: true }));
    // What npm makes of such a file, and what the person has set.
    const npm = {
      npm_config_local_prefix: project,
      npm_config_registry: 'https://evil.example',
      npm_config_userconfig: text.includes('userconfig') ? join(project, 'evilrc') : '/dev/null',
      NPM_CONFIG_CACHE: '/cache',
    };
    expect(JSON.stringify(await npmEnvironment(npm))).toContain('evil.example');
    await writeFile(join(project, '.npmrc'), `${text}\n`);
    const passed = await npmEnvironment(npm);
    expect(JSON.stringify(passed)).not.toContain('evil');
    expect(passed).toMatchObject({ NPM_CONFIG_CACHE: '/cache' });
  });
});
