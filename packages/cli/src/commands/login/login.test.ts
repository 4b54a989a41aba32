import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testCacheDirectory } from '@dragoman/testkit';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { dragomanOfFile } from '../../../test-inputs/dragoman-process.js';

const TIMEOUT_MS = 60_000;
/** Where a login of Codex comes back to. It ends another login that waits there, or takes another port. */
const CODEX_PORT = 1455;
const TOKEN = 'sk-ant-oat01-made-up-0123456789-made-up';
const main = fileURLToPath(new URL('../../../bin/dragoman.cjs', import.meta.url));

const fixture = dragomanOfFile();
beforeEach(async () => {
  for (const agent of ['codex', 'claude']) await fixture.run(['logout', agent]);
});

const kept = (agent: string): string => join(fixture.state, 'logins', `${agent}.json`);

/** Codex's `auth.json` with a token that expires at a time in seconds. */
function authFile(exp: number): string {
  const claims = Buffer.from(JSON.stringify({ exp })).toString('base64url');
  const tokens = {
    access_token: `e30.${claims}.x`,
    refresh_token: 'rt-made-up',
    account_id: 'a-1',
  };
  return JSON.stringify({ tokens });
}

test('a login is kept, listed without its token, and removed', async () => {
  const args = ['login', 'claude', '--from-stdin'];
  const { code, stdout, stderr } = await fixture.run(args, { input: `${TOKEN}\n` });
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(stderr).toMatch(/^Your subscription .* Anthropic: https:/);
  expect(stderr).toMatch(/^Kept: .*claude\.json/m);
  expect(statSync(kept('claude')).mode & 0o777).toBe(0o600);
  const listed = await fixture.run(['login']);
  expect(listed.stdout).toMatch(/claude +kept/);
  expect(listed.stdout).toMatch(/codex +none/);
  expect(stderr + listed.stdout + listed.stderr).not.toContain(TOKEN);
  const removed = await fixture.run(['logout', 'claude']);
  expect(removed.stderr).toContain('is removed');
  expect(existsSync(kept('claude'))).toBe(false);
});

test('of a login of Codex only what is needed is kept', async () => {
  const input = authFile(Date.now() / 1000 + 3600);
  expect((await fixture.run(['login', 'codex', '--from-stdin'], { input })).code).toBe(0);
  const text = await readFile(kept('codex'), 'utf8');
  expect(text).toContain('"a-1"');
  expect(text).not.toContain('rt-made-up');
});

test('an expired login is said before the turn, with what to type', async () => {
  await fixture.run(['login', 'codex', '--from-stdin'], { input: authFile(1_700_000_000) });
  const { code, stderr } = await fixture.run(['exec', 'Go.', '--login']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/expired at 2023-11-14T.*dragoman login codex/);
  expect((await fixture.run(['login', '--json'])).stdout).toContain('"state":"expired"');
});

test("another agent's login is not used", async () => {
  await fixture.run(['login', 'claude', '--from-stdin'], { input: TOKEN });
  const { code, stderr } = await fixture.run(['exec', 'Go.', '--login']);
  expect(code).toBe(2);
  expect(stderr).toContain('There is no login for codex. Log in first: dragoman login codex');
});

test.each<[what: string, put: () => void]>([
  ['damaged', () => writeFileSync(kept('codex'), '{"agent":"codex"', { mode: 0o600 })],
  ['a link', () => symlinkSync(kept('claude'), kept('codex'))],
])('a login that is %s is not used, and can be replaced', async (_what, put) => {
  await fixture.run(['login', 'claude', '--from-stdin'], { input: TOKEN });
  put();
  const { code, stderr } = await fixture.run(['exec', 'Go.', '--login']);
  expect(code).toBe(125);
  expect(stderr).toContain('The login of codex is not used');
  expect((await fixture.run(['login'])).stdout).toMatch(/codex +damaged/);
  const input = authFile(Date.now() / 1000 + 3600);
  expect((await fixture.run(['login', 'codex', '--from-stdin'], { input })).code).toBe(0);
  expect(await readFile(kept('claude'), 'utf8')).toContain(TOKEN);
});

test.each([
  [['login', 'codex'], 'A login needs a terminal'],
  [['login', 'claude', '--from-stdin'], 'no token of a Claude subscription'],
  [['login', 'codex', '--from-stdin'], 'no login of Codex'],
  [['login', 'gemini'], 'only for claude and codex'],
  [['login', 'codex@0.98.0'], 'leave out the version'],
  [['login', '--from-stdin'], 'Name the agent'],
  [['logout', 'opencode'], 'only for claude and codex'],
  [['exec', 'Go.', '--login', '--base-url', 'http://127.0.0.1:1'], '--base-url'],
  [['exec', 'Go.', '--login', '--agent', 'gemini'], 'There are no logins for gemini'],
])('%j is refused, and nothing is kept', async (args, words) => {
  const { code, stderr } = await fixture.run(args, { input: 'sk-ant-api03-not-a-login' });
  expect(code).toBe(2);
  expect(stderr).toContain(words);
  expect(stderr).not.toContain('not-a-login');
  expect(existsSync(kept('codex')) || existsSync(kept('claude'))).toBe(false);
});

/** Makes sure that a port of this machine is taken, by this process or by another. */
async function takePort(port: number): Promise<void> {
  const server = createServer();
  onTestFinished(() => {
    server.close();
  });
  await new Promise((resolve) =>
    server.once('listening', resolve).once('error', resolve).listen(port, '127.0.0.1'),
  );
}

test(
  "Codex's own login has the terminal, and of one that is broken off nothing stays",
  async () => {
    const nowhere = 'http://127.0.0.1:9';
    await takePort(CODEX_PORT);
    const typed = ['script', '-qec', `${process.execPath} ${main} login codex`, '/dev/null'];
    const child = spawn(
      'bwrap',
      // In a new network, where nobody else has the port.
      ['--dev-bind', '/', '/', '--unshare-net', '--die-with-parent', ...typed],
      {
        env: {
          PATH: '/usr/bin:/bin',
          HOME: fixture.temporary,
          TERM: 'dumb',
          DRAGOMAN_STATE: fixture.state,
          DRAGOMAN_CACHE: testCacheDirectory(),
          HTTPS_PROXY: nowhere,
          HTTP_PROXY: nowhere,
          OPENAI_API_KEY: 'sk-never-for-a-login',
        },
      },
    );
    let shown = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      shown += text;
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    await vi.waitFor(() => expect(shown).toContain('oauth/authorize'), { timeout: 30_000 });
    expect(shown).toContain(`localhost:${CODEX_PORT}`);
    expect(shown.indexOf('under the terms of OpenAI')).toBeLessThan(
      shown.indexOf('oauth/authorize'),
    );
    expect(readdirSync(join(fixture.state, 'logins'))).toContain('codex.folder');
    child.stdin.write('\u0003');
    expect(await ended).toBe(130);
    expect(readdirSync(join(fixture.state, 'logins'))).toEqual([]);
  },
  TIMEOUT_MS,
);
