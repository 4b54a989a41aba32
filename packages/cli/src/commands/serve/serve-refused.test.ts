import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeyStore } from '@dragoman/server';
import { requireProgram, testAgent, testCacheDirectory } from '@dragoman/testkit';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMemoryTerminal } from '../../../test-inputs/memory-terminal.js';
import { runCli } from '../../run-cli.js';
import { serveSettings } from './serve-settings.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dragoman-serve-'));
  vi.stubEnv('DRAGOMAN_STATE', join(root, 'state'));
  vi.stubEnv('DRAGOMAN_CACHE', testCacheDirectory());
  vi.stubEnv('OPENAI_API_KEY', '');
  vi.stubEnv('CODEX_API_KEY', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});

function put(name: string, text: string): string {
  writeFileSync(join(root, name), text);
  return join(root, name);
}

async function serve(...args: string[]): Promise<{ code: number; words: string }> {
  const terminal = createMemoryTerminal();
  const code = await runCli(['serve', '--port', '0', ...args], terminal);
  return { code, words: terminal.stderr() };
}

const script = () => put('hello.yaml', 'steps:\n  - say: Hello.\n');

/** A row of the page, and what makes it happen. */
const ROWS: Readonly<Record<string, () => Promise<{ code: number; words: string }>>> = {
  'others can reach it, and there is no key': () =>
    serve('--host', '0.0.0.0', '--script', script()),
  'all keys are revoked': async () => {
    const keys = createKeyStore(join(root, 'state'));
    await keys.revoke(keys.add('one').id);
    return serve('--script', script());
  },
  'an agent of the file has no key for its model': () =>
    serve('--config', put('server.yaml', 'agents:\n  codex:\n')),
  'the agent is unknown': () => serve('--config', put('server.yaml', 'agents:\n  cursor:\n')),
  'the option does not exist': () => serve('--frobnicate'),
  'the file of `--config` is wrong, or not there': () =>
    serve('--config', join(root, 'nowhere.yaml')),
  'a workspace is not there': () =>
    serve(
      '--script',
      script(),
      '--config',
      put('server.yaml', 'agents: { codex: }\nworkspaces: { a: { path: gone } }'),
    ),
  'the port is taken': portTaken,
};

async function portTaken() {
  await requireProgram('bwrap', 'bubblewrap');
  await testAgent('codex');
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const address = taken.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const workspace = 'agents: { codex: }\nworkspaces: { a: { template: "" } }';
  try {
    return await serve('--port', port, '--script', script(), '--config', put('c.yaml', workspace));
  } finally {
    taken.close();
  }
}

const PAGE = readFileSync(new URL('../../../../../docs/exit-codes.md', import.meta.url), 'utf8');
const SECTION = PAGE.slice(PAGE.indexOf('## `dragoman serve`'));
const rows = [...SECTION.matchAll(/^\| ([^|]+) \| (\d+) \| `([^|]+)` \|$/gm)].map(
  ([, ...cells]) => cells,
);

test('every row of the page is a test', () => {
  expect(rows.map(([what]) => what)).toEqual(Object.keys(ROWS));
});

test.each(rows)('%s: %s', async (what = '', code = '') => {
  const ended = await ROWS[what]?.();
  expect(ended?.code).toBe(Number(code));
  expect(ended?.words).not.toMatch(/listens|at .*\.ts/);
});

describe('the file of --config', () => {
  test.each([
    ['limit: { turns: 3 }', /no setting "limit". Did you mean "limits"\?/],
    [
      'limits: { tokenPerDay: 3 }',
      /limits: there is no setting "tokenPerDay". Did you mean "tokensPerDay"\?/,
    ],
    ['agents: { codex: { modles: [a] } }', /agents.codex: .*"modles". Did you mean "models"\?/],
    ['limits: { wall: soon }', /limits.wall: Give a duration/],
    ['limits: { body: much }', /limits.body: Give a size/],
    ['sandbox: none', /sandbox: /],
    ['agents: { codex: }\nworkspaces: { a: {} }', /either a path or a template/],
    ['agents: { codex: }\nworkspaces: { "../x": { template: "" } }', /can't be called/],
    ['agents: { codex: }\norigins: ["*"]', /must be like https/],
    ['- a', /can't be used/],
    ['a: [', /can't be used/],
  ])('%j is refused in words', async (text, words) => {
    const file = put('server.yaml', text);
    const ended = await serve('--script', script(), '--config', file);
    expect(ended.words).toMatch(words);
    expect([2, 125]).toContain(ended.code);
  });

  test('is refused with all that is wrong with it; it was one fault at a time', async () => {
    const file = put(
      'server.yaml',
      'limit: {}\nlimits: { wall: soon, tokenPerDay: 3 }\nagents: { codex: { modles: [a], models: [] } }\n',
    );
    const { words } = await serve('--config', file);
    const lines = words.split('\n').filter((line) => line.startsWith('- '));
    expect(lines).toHaveLength(5);
    for (const word of ['"limit"', 'limits.wall', '"tokenPerDay"', '"modles"', '.models']) {
      expect(lines.join('\n')).toContain(word);
    }
  });

  test('may be a link, as where a platform mounts it; it was "no such file"', async () => {
    put('target.yaml', 'limit: {}');
    symlinkSync('target.yaml', join(root, 'link.yaml'));
    const { words } = await serve('--script', script(), '--config', join(root, 'link.yaml'));
    expect(words).toContain('there is no setting "limit"');
  });

  test('is no folder, and is not said to be missing then', async () => {
    expect((await serve('--config', root)).words).toContain(`${root} can't be used: it is no file`);
  });

  test('every setting is in the table of the page', () => {
    const page = readFileSync(
      new URL('../../../../../docs/server/configuration.md', import.meta.url),
      'utf8',
    );
    const documented = [...page.matchAll(/^\| `(\S+)` \| (.+) \|$/gm)].map(([, name, words]) => [
      name,
      words,
    ]);
    const settings = Object.entries(serveSettings).flatMap(([table, entries]) =>
      Object.entries(entries).map(([name, { description }]) => [nameIn(table, name), description]),
    );
    expect(documented).toEqual(settings);
  });
});

function nameIn(table: string, name: string): string {
  const each = table === 'agents' || table === 'workspaces';
  return [...(table === '' ? [] : [table]), ...(each ? ['*'] : []), name].join('.');
}
