import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { recordings } from '@dragoman/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longSession } from '../../test-inputs/long-session.js';
import { codexSessions } from './sessions.js';

const home = mkdtempSync(join(tmpdir(), 'dragoman-sessions-'));
afterAll(() => rmSync(home, { recursive: true }));

const saved = recordings().filter(({ agent, view }) => agent === 'codex' && view === 'saved');

/** Puts a file where Codex would. */
function put(day: string, id: string, content: string | Uint8Array, root = 'sessions'): string {
  const folder = root === 'sessions' ? join(home, root, ...day.split('-')) : join(home, root);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `rollout-${day}T01-02-03-${id}.jsonl`);
  writeFileSync(path, content);
  utimesSync(path, new Date(day), new Date(day));
  return path;
}

function recorded(version: string, scenario: string): Uint8Array {
  const found = saved.find((one) => one.version === version && one.scenario === scenario);
  return found?.bytes() ?? new Uint8Array();
}

const NEW = 'aaaa0000-0000-7000-8000-000000000166';
const OLD = 'aaaa0000-0000-4000-8000-000000000020';
const ARCHIVED = 'bbbb0000-0000-7000-8000-000000000058';
const BROKEN = 'cccc0000-0000-7000-8000-000000000000';
const LONG = 'dddd0000-0000-7000-8000-000000000135';

beforeAll(() => {
  put('2026-03-01', NEW, recorded('0.166.0', 'shell'));
  put('2025-08-01', OLD, recorded('0.20.0', 'shell'));
  put('2026-01-15', ARCHIVED, recorded('0.58.0', 'shell'), 'archived_sessions');
  put('2026-02-01', BROKEN, 'no session\n');
  put('2026-02-02', LONG, longSession({ version: '0.135.0', times: 5 }));
  writeFileSync(join(home, 'sessions', 'notes.txt'), 'not a session');
  mkdirSync(join(home, 'sessions', '2026', '03', '02', 'rollout-2026-03-02T00-00-00-x.jsonl'), {
    recursive: true,
  });
  symlinkSync(join(home, 'sessions'), join(home, 'sessions', 'loop'));
});

describe('home', () => {
  test('is where the environment says, else in the home of the user', () => {
    expect(codexSessions.home({ CODEX_HOME: '/c' }, '/u')).toBe('/c');
    expect(codexSessions.home({ CODEX_HOME: '' }, '/u')).toBe(join('/u', '.codex'));
    expect(codexSessions.home({}, '/u')).toBe(join('/u', '.codex'));
  });
});

describe('list', () => {
  test('has the latest first, archived and broken ones too', async () => {
    const sessions = await codexSessions.list({ home });
    const paths = [NEW, LONG, BROKEN, ARCHIVED, OLD].map((id) => expect.stringContaining(id));
    expect(sessions.map(({ path }) => path)).toEqual(paths);
    expect(sessions.filter(({ archived }) => archived)).toHaveLength(1);
  });

  test('says what a session is', async () => {
    const [first] = await codexSessions.list({ home, limit: 1 });
    expect(first).toMatchObject({
      cwd: '/workspace',
      modelId: 'gpt-5',
      version: '0.166.0',
      firstPrompt: 'do the shell scenario',
      turns: 1,
      usage: { input_tokens: 2000, cached_input_tokens: 1200, output_tokens: 100 },
      archived: false,
      bytes: recorded('0.166.0', 'shell').length,
    });
    expect(first?.startedAt).toMatch(/^2026-11-15T/);
  });

  test('says of the first era what it knows', async () => {
    const sessions = await codexSessions.list({ home });
    const old = sessions.find(({ path }) => path.includes(OLD));
    expect(old).toMatchObject({ firstPrompt: 'do the shell scenario', turns: 1 });
    expect(old).not.toHaveProperty('problem');
  });

  test('says what is wrong with a file, and continues', async () => {
    const sessions = await codexSessions.list({ home });
    expect(sessions.find(({ id }) => id === BROKEN)).toMatchObject({
      problem: 'The file holds no record that Codex writes.',
    });
  });

  test('counts turns and tokens of a long session only when asked to read it whole', async () => {
    const path = join(home, 'sessions', '2026', '02', '02');
    const of = async (exact: boolean) =>
      (await codexSessions.list({ home, exact })).find((session) => dirname(session.path) === path);
    const quick = await of(false);
    expect(quick).toMatchObject({
      firstPrompt: expect.any(String),
      modelId: expect.stringMatching(/^gpt-5/),
    });
    expect(quick).not.toHaveProperty('turns');
    const exact = await of(true);
    expect(exact?.turns).toBeGreaterThan(20);
    expect(exact?.usage).toEqual(await codexSessions.usage(exact?.path ?? ''));
  });

  test('of no folder is empty', async () => {
    expect(await codexSessions.list({ home: join(home, 'nowhere') })).toEqual([]);
  });
});

describe('find', () => {
  test('finds a session by its id, archived or not', async () => {
    expect(await codexSessions.find(NEW, { home })).toContain(NEW);
    expect(await codexSessions.find(ARCHIVED, { home })).toContain('archived_sessions');
  });

  test('finds it by what sets its id apart', async () => {
    expect(await codexSessions.find('bbbb', { home })).toContain(ARCHIVED);
  });

  test('names those among which it cannot choose', async () => {
    await expect(codexSessions.find('aaaa', { home })).rejects.toMatchObject({
      code: 'session_ambiguous',
      message: expect.stringContaining(OLD),
    });
  });

  test('finds nothing under an id that nobody has', async () => {
    expect(await codexSessions.find('ffff', { home })).toBeUndefined();
    expect(await codexSessions.find('', { home })).toBeUndefined();
    expect(await codexSessions.find('../..', { home })).toBeUndefined();
  });
});

test('usage is what all turns of a session used', async () => {
  for (const { path, version, scenario } of saved) {
    const usage = await codexSessions.usage(path);
    const { usage: loaded } = await codexSessions.load(path);
    const where = `${version} ${scenario}`;
    expect(usage?.output_tokens, where).toBe(loaded?.output_tokens);
    expect(usage?.cached_input_tokens, where).toBe(loaded?.cached_input_tokens);
  }
});

test('a fork and a sub-agent name the session they come from', async () => {
  const meta = (payload: unknown) => `${JSON.stringify({ type: 'session_meta', payload })}\n`;
  const other = mkdtempSync(join(tmpdir(), 'dragoman-forks-'));
  try {
    const from = join(home, 'sessions', '2026', '02', '01');
    cpSync(from, join(other, 'sessions'), { recursive: true });
    const name = (id: string) => join(other, 'sessions', `rollout-2026-01-01T00-00-00-${id}.jsonl`);
    writeFileSync(name('fork'), meta({ id: 'fork', forked_from_id: 'parent' }));
    const source = { subagent: { thread_spawn: { parent_thread_id: 'parent', depth: 1 } } };
    writeFileSync(name('agent'), meta({ id: 'agent', source }));
    const sessions = await codexSessions.list({ home: other });
    expect(new Map(sessions.map(({ id, parentId }) => [id, parentId]))).toEqual(
      new Map([
        [BROKEN, undefined],
        ['fork', 'parent'],
        ['agent', 'parent'],
      ]),
    );
  } finally {
    rmSync(other, { recursive: true });
  }
});
