import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { recordings } from '@dragoman/testkit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findExpired } from '../retention/find-expired.js';
import { removeSession } from '../retention/remove-session.js';
import { createSessionRegistry, type SessionEntry } from '../sessions/session-registry.js';
import { readUsage } from './read-usage.js';
import { keepUsage } from './removed-usage.js';

const ID = '01a1e0ae-0000-7000-8000-000000000001';
const LONG_AGO = '2026-01-01T12:00:00.000Z';

let folder: string;
let folders: { readonly stateDirectory: string; readonly cacheDirectory: string };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dragoman-removed-'));
  folders = { stateDirectory: join(folder, 'state'), cacheDirectory: join(folder, 'cache') };
  vi.stubEnv('HOME', join(folder, 'user'));
  for (const name of ['CODEX_HOME', 'CLAUDE_CONFIG_DIR', 'GEMINI_CLI_HOME', 'XDG_DATA_HOME']) {
    vi.stubEnv(name, '');
  }
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** A session of a turn, with a file in its HOME. */
function session(
  agent: string,
  path: string,
  content: string | Uint8Array,
  more = {},
): SessionEntry {
  const entry = {
    ...{ agent, sessionId: ID, workspace: join(folder, 'project'), sandbox: 'process' },
    ...{ home: join(folders.stateDirectory, 'homes', 'one'), turns: 1 },
    ...{ createdAt: LONG_AGO, updatedAt: LONG_AGO, ...more },
  };
  createSessionRegistry(folders.stateDirectory).note(entry);
  mkdirSync(dirname(join(entry.home, path)), { recursive: true });
  writeFileSync(join(entry.home, path), content);
  return entry;
}

function recorded(agent: string): Uint8Array {
  const found = recordings()
    .filter((one) => one.agent === agent && one.view === 'saved' && one.scenario === 'resume')
    .at(-1);
  return found?.bytes() ?? new Uint8Array();
}

const CODEX_PATH = `.codex/sessions/2026/11/16/rollout-2026-11-16T02-00-00-${ID}.jsonl`;
const codexSession = (more = {}) => session('codex', CODEX_PATH, recorded('codex'), more);
const claudeSession = () =>
  session('claude', `.claude/projects/-project/${ID}.jsonl`, recorded('claude'));

const usage = (by: 'daily' | 'session' = 'daily') => readUsage({ ...folders, by });

test.each([
  ['codex', codexSession],
  ['claude', claudeSession],
])('what a session of %s used stays counted when it is removed', async (agent, begin) => {
  const { home } = begin();
  const before = await usage();
  expect(before.total.total_tokens).toBeGreaterThan(0);
  await removeSession({ agent, sessionId: ID, ...folders });
  expect(existsSync(home)).toBe(false);
  expect(await usage()).toEqual(before);
  // It doesn't depend on what is kept of files that were read.
  rmSync(folders.cacheDirectory, { recursive: true });
  expect(await usage()).toEqual(before);
  const project = { ...folders, project: join(folder, 'project') };
  expect((await readUsage(project)).total).toEqual(before.total);
  expect((await readUsage({ ...folders, agents: ['gemini'] })).total.calls).toBe(0);
});

test('what a session used stays counted when it expires', async () => {
  codexSession();
  const before = await usage('session');
  for (const expired of await findExpired(folders)) await expired.remove();
  expect(await createSessionRegistry(folders.stateDirectory).all()).toEqual([]);
  expect(await usage('session')).toEqual(before);
});

test('a removal that failed half-way counts nothing twice', async () => {
  const { home } = claudeSession();
  const before = await usage();
  await keepUsage(home, folders);
  await keepUsage(home, folders);
  expect(await usage()).toEqual(before);
  await removeSession({ agent: 'claude', sessionId: ID, ...folders });
  expect((await usage()).total).toEqual(before.total);
});

test('of a database that nobody has read, what the turns have noted is kept', async () => {
  const figures = { input_tokens: 1000, output_tokens: 10, total_tokens: 1010, cost_usd: 0.5 };
  session('opencode', '.local/share/opencode/opencode.db', 'only opencode reads this', {
    usage: figures,
    modelId: 'some-model',
  });
  await removeSession({ agent: 'opencode', sessionId: ID, ...folders });
  const { rows, problems } = await usage();
  expect(problems).toEqual([]);
  expect(rows).toMatchObject([
    {
      key: '2026-01-01',
      total_tokens: 1010,
      cost: { said_usd: 0.5 },
      models: [{ model: 'some-model' }],
    },
  ]);
});

test('a session whose HOME is gone hides nothing, and is removed with what its turns have noted', async () => {
  const figures = { input_tokens: 1000, output_tokens: 10, total_tokens: 1010 };
  const { home } = codexSession({ usage: figures });
  rmSync(home, { recursive: true });
  expect(await usage()).toMatchObject({ rows: [], problems: [] });
  await removeSession({ agent: 'codex', sessionId: ID, ...folders });
  expect((await usage()).total.total_tokens).toBe(1010);
});

test('a session that could be read after a removal that failed half-way counts once', async () => {
  const [, sessionId = ''] = /"id":"([^"]+)"/.exec(Buffer.from(recorded('codex')).toString()) ?? [];
  const figures = { input_tokens: 1000, output_tokens: 10, total_tokens: 1010 };
  const { home } = codexSession({ sessionId, usage: figures });
  const before = await usage();
  writeFileSync(join(home, CODEX_PATH), '');
  await keepUsage(home, folders);
  expect((await usage()).total.total_tokens).toBe(1010);
  writeFileSync(join(home, CODEX_PATH), recorded('codex'));
  expect((await usage()).total).toEqual(before.total);
  await removeSession({ agent: 'codex', sessionId, ...folders });
  expect((await usage()).total).toEqual(before.total);
});

test('of an enormous file, what the turns have noted is kept: it is not read', async () => {
  const figures = { input_tokens: 1000, output_tokens: 10, total_tokens: 1010 };
  const { home } = codexSession({ usage: figures });
  truncateSync(join(home, CODEX_PATH), 1024 ** 4);
  await removeSession({ agent: 'codex', sessionId: ID, ...folders });
  expect(existsSync(home)).toBe(false);
  expect((await usage()).total.total_tokens).toBe(1010);
});

test('a removal that is interrupted leaves the session as it is', async () => {
  const { home } = codexSession();
  const before = await usage();
  const signal = AbortSignal.abort('interrupted');
  const removed = removeSession({ agent: 'codex', sessionId: ID, ...folders, signal });
  await expect(removed).rejects.toBe('interrupted');
  const [expired] = await findExpired({ ...folders, signal });
  await expect(expired?.remove()).rejects.toBe('interrupted');
  expect(existsSync(join(home, CODEX_PATH))).toBe(true);
  expect(existsSync(join(folders.stateDirectory, 'usage'))).toBe(false);
  expect(await usage()).toEqual(before);
});

test('a file of removed sessions may be longer than a text can be', async () => {
  codexSession();
  const before = await usage();
  await removeSession({ agent: 'codex', sessionId: ID, ...folders });
  // A line that is too long, of which the disk has nothing.
  const file = join(folders.stateDirectory, 'usage', 'removed.ndjson');
  truncateSync(file, 600 * 1024 * 1024);
  const { total, problems } = await usage();
  expect(total).toEqual(before.total);
  expect(problems).toEqual([expect.stringContaining("1 of its lines can't be read")]);
});

test('a file of removed sessions that is damaged hides nothing else, and is reported', async () => {
  codexSession();
  const before = await usage();
  mkdirSync(join(folders.stateDirectory, 'usage'));
  // As a process that was killed leaves it.
  appendFileSync(join(folders.stateDirectory, 'usage', 'removed.ndjson'), '{"agent":"cod');
  await removeSession({ agent: 'codex', sessionId: ID, ...folders });
  const { total, problems } = await usage();
  expect(total).toEqual(before.total);
  expect(problems).toEqual([expect.stringContaining("1 of its lines can't be read")]);
});

test('what a script answered costs nothing, is marked, and stays so', async () => {
  codexSession();
  const real = await usage();
  expect(real.total.cost.usd).toBeGreaterThan(0);
  codexSession({ unpaid: 'scripted' });
  const played = await usage();
  expect(played.total).toEqual({
    ...real.total,
    cost: { usd: 0, said_usd: 0, computed_usd: 0, unpriced_tokens: 0 },
  });
  expect(played.models.map(({ model }) => model)).toEqual(
    real.models.map(({ model }) => `(scripted) ${model}`),
  );
  await removeSession({ agent: 'codex', sessionId: ID, ...folders });
  expect(await usage()).toEqual(played);
});
