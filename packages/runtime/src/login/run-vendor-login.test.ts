import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLoginStore, vendorFolder } from './login-store.js';
import { runVendorLogin } from './run-vendor-login.js';

const AUTH =
  '{"tokens":{"access_token":"made-up","refresh_token":"rt-made-up","account_id":"a-1"}}';
const WRITTEN = `umask 077; echo '${AUTH}' > "$CODEX_HOME/auth.json"`;

/** Runs a script instead of a CLI, whose login only its vendor can make succeed. */
async function logIn(name: 'codex' | 'claude', script: string, env: Record<string, string> = {}) {
  const root = await mkdtemp(join(tmpdir(), 'dragoman-vendor-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const executable = join(root, 'cli');
  await writeFile(executable, `#!/bin/sh\n${script}\n`, { mode: 0o700 });
  const stateDirectory = join(root, 'state');
  const folder = vendorFolder(stateDirectory, name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'auth.json'), 'left by a login that was killed');
  const program = { name, executable, kind: 'native' } as const;
  const running = runVendorLogin({ program, env: { ROOT: root, ...env }, stateDirectory });
  const login = await running.finally(() => expect(existsSync(folder)).toBe(false));
  return { login, root };
}

test('takes what Codex keeps, and leaves nothing of it behind', async () => {
  const { login } = await logIn('codex', WRITTEN);
  expect(login).toEqual({ token: 'made-up', accountId: 'a-1' });
});

test('has nothing to take where the CLI prints a token', async () => {
  const { login } = await logIn('claude', 'test -d "$CLAUDE_CONFIG_DIR"');
  expect(login).toBeUndefined();
});

test('gives the CLI a new folder, and nothing that names a key, an address or code', async () => {
  const { root } = await logIn(
    'codex',
    `env > "$ROOT/seen"; echo "$@" >> "$ROOT/seen"; ${WRITTEN}`,
    {
      DISPLAY: ':0',
      HOME: '/home/me',
      PATH: '/project/bin',
      NODE_OPTIONS: '--require /evil',
      OPENAI_API_KEY: 'sk-1',
      CODEX_HOME: '/elsewhere',
      ANTHROPIC_API_KEY: 'sk-2',
      LD_PRELOAD: '/evil.so',
      OPENAI_BASE_URL: 'http://evil.example',
    },
  );
  const seen = await readFile(join(root, 'seen'), 'utf8');
  expect(seen).toMatch(/^DISPLAY=:0$/m);
  expect(seen).toMatch(/^HOME=\/home\/me$/m);
  expect(seen).toMatch(/^CODEX_HOME=.*\/logins\/codex\.folder$/m);
  expect(seen).toMatch(/^login -c cli_auth_credentials_store="file"$/m);
  expect(seen).not.toMatch(/sk-1|sk-2|evil|elsewhere|project/);
});

test.each([
  ['fails', 'exit 3', 'exit code 3'],
  ['is killed', 'kill -9 $$', 'a signal ended it'],
  ['keeps nothing', 'true', 'gave no login'],
  ['keeps a link', `ln -s "$0" "$CODEX_HOME/auth.json"`, 'is a link'],
  ['keeps what others can read', `${WRITTEN}; chmod 644 "$CODEX_HOME/auth.json"`, 'open to other'],
])('a login that %s is none', async (_what, script, words) => {
  await expect(logIn('codex', script)).rejects.toMatchObject({
    code: 'login_failed',
    message: expect.stringContaining(words),
  });
});

test('a logout also removes what a login that was killed has left', async () => {
  const stateDirectory = await mkdtemp(join(tmpdir(), 'dragoman-vendor-'));
  onTestFinished(() => rm(stateDirectory, { recursive: true, force: true }));
  const folder = vendorFolder(stateDirectory, 'codex');
  await mkdir(folder, { recursive: true });
  expect(createLoginStore(stateDirectory).remove('codex')).toBe(false);
  expect(existsSync(folder)).toBe(false);
});
