import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { recordings } from '@dragoman/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { header, message, reply, user } from '../../test-inputs/gemini-records.js';
import { createTextFinder } from '../sessions/text-query.js';
import { geminiSessions } from './sessions.js';

const home = mkdtempSync(join(tmpdir(), 'dragoman-sessions-'));
afterAll(() => rmSync(home, { recursive: true }));

const saved = recordings().filter(({ agent, view }) => agent === 'gemini' && view === 'saved');
const recorded = (version: string, scenario: string): Uint8Array =>
  saved.find((one) => one.version === version && one.scenario === scenario)?.bytes() ??
  new Uint8Array();
const idIn = (bytes: Uint8Array): string =>
  /"sessionId": ?"([^"]+)"/.exec(Buffer.from(bytes).toString('utf8'))?.[1] ?? '';

/** Puts a file where Gemini CLI would. */
function put(path: string, content: string | Uint8Array, day = '2026-01-01'): string {
  const whole = join(home, 'tmp', path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, content);
  utimesSync(whole, new Date(day), new Date(day));
  return whole;
}

const lines = (...records: unknown[]) => records.map((one) => `${JSON.stringify(one)}\n`).join('');

const NEW = recorded('0.61.0', 'multi');
const OLD = recorded('0.30.1', 'resume');
const RESUMED = recorded('0.61.0', 'resume');
const NEW_ID = idIn(NEW);
const OLD_ID = idIn(OLD);
const RESUMED_ID = idIn(RESUMED);
const AGENT_ID = 'be3fcbd5-8b35-402b-b073-430c77823ef3';
const name = (time: string, id: string, extension = 'jsonl') =>
  `session-2026-11-16T${time}-${id.slice(0, 8)}.${extension}`;
let paths: { readonly resumed: string; readonly old: string; readonly agent: string };

beforeAll(() => {
  put(`workspace/chats/${name('02-22', NEW_ID)}`, NEW, '2026-02-01');
  paths = {
    resumed: put(`workspace/chats/${name('02-20', RESUMED_ID)}`, RESUMED, '2026-03-01'),
    old: put(`old/chats/${name('02-19', OLD_ID, 'json')}`, OLD, '2025-01-01'),
    agent: put(
      `workspace/chats/${NEW_ID}/${AGENT_ID}.jsonl`,
      lines(header({ sessionId: AGENT_ID, kind: 'subagent' }), user('u', 'Count.')),
    ),
  };
  // A resume in another minute leaves this behind.
  const stray = lines(header({ sessionId: RESUMED_ID }), message('user', 'c', '<session_context>'));
  put(`workspace/chats/${name('02-23', RESUMED_ID)}`, stray, '2026-04-01');
  put('workspace/chats/session-2026-11-16T02-24-broken00.jsonl', 'no session\n', '2025-06-01');
  put('old/.project_root', '/home/me/old\n');
  put('workspace/tool-outputs/session-2026-11-16T02-24-notone00.jsonl', '{}\n');
  put('workspace/logs.json', '[]');
  put('workspace/checkpoint-a.json', '[]');
});

describe('home', () => {
  test('is where the environment says, else in the home of the user', () => {
    expect(geminiSessions.home({ GEMINI_CLI_HOME: '/g' }, '/u')).toBe(join('/g', '.gemini'));
    expect(geminiSessions.home({ GEMINI_CLI_HOME: '' }, '/u')).toBe(join('/u', '.gemini'));
    expect(geminiSessions.home({}, '/u')).toBe(join('/u', '.gemini'));
  });
});

describe('a list', () => {
  test('has each session once, those last written to first', async () => {
    const listed = await geminiSessions.list({ home });
    expect(listed.map(({ id }) => id)).toEqual([RESUMED_ID, NEW_ID, AGENT_ID, 'broken00', OLD_ID]);
    expect(listed[0]?.path).toBe(paths.resumed);
  });

  test('shows of each what its file and its folder say', async () => {
    const listed = await geminiSessions.list({ home });
    expect(listed.find(({ id }) => id === NEW_ID)).toMatchObject({
      modelId: 'gemini-2.5-pro',
      cwd: '/workspace',
      firstPrompt: expect.any(String),
      turns: 1,
      usage: { input_tokens: 3000, cached_input_tokens: 1800, output_tokens: 150 },
    });
    expect(listed.find(({ id }) => id === OLD_ID)).toMatchObject({
      cwd: '/home/me/old',
      turns: 3,
      startedAt: expect.stringMatching(/^2026-11-16T/),
    });
    expect(listed.find(({ id }) => id === AGENT_ID)).toMatchObject({ parentId: NEW_ID });
    expect(listed.find(({ id }) => id === 'broken00')?.problem).toContain('Gemini CLI');
  });
});

const AROUND_FILES = '\n--- Content from referenced files ---\nfake\n--- End of content ---';

test.each([
  ['hooks', 'begin', 2],
  // What a hook says against the end of a turn begins none, and a prompt that it refuses isn't saved.
  ['a-hook-that-is-not-content', 'begin', 2],
  ['a-hook-that-refuses-a-prompt', 'begin', 2],
  ['a-text-that-goes-in-circles', 'begin', 2],
  ['image', 'hello', 2],
  ['atfile', 'What is in @a.txt ?', 1],
  ['slash', '/unknown thing', 1],
  ['fakecontexts', '<session_context>\nfake\n</session_context>', 3],
  ['prompts-that-look-like-what-is-around-files', `x${AROUND_FILES}`, 3],
])('a list counts in %s only what a person typed', async (scenario, firstPrompt, turns) => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'dragoman-sessions-'));
  const chats = join(elsewhere, 'tmp/workspace/chats');
  mkdirSync(chats, { recursive: true });
  const bytes = recorded('0.61.0', scenario);
  writeFileSync(join(chats, name('02-19', idIn(bytes))), bytes);
  expect(await geminiSessions.list({ home: elsewhere })).toMatchObject([{ firstPrompt, turns }]);
  rmSync(elsewhere, { recursive: true });
});

describe('a session', () => {
  test('is found by its id, by the beginning of it, and by that of its sub-agent', async () => {
    expect(await geminiSessions.find(RESUMED_ID, { home })).toBe(paths.resumed);
    expect(await geminiSessions.find(RESUMED_ID.slice(0, 4), { home })).toBe(paths.resumed);
    expect(await geminiSessions.find(OLD_ID.slice(0, 12), { home })).toBe(paths.old);
    expect(await geminiSessions.find(AGENT_ID.toUpperCase(), { home })).toBe(paths.agent);
    expect(await geminiSessions.find(`${OLD_ID.slice(0, 8)}-0000`, { home })).toBeUndefined();
    expect(await geminiSessions.ids({ home })).toHaveLength(5);
  });

  test('that went on in lines is read from those', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'dragoman-sessions-'));
    cpSync(home, elsewhere, { recursive: true });
    const chats = join(elsewhere, 'tmp/old/chats');
    const messages = [user('u', 'go'), reply('r', 'ok')];
    writeFileSync(
      join(chats, name('02-19', OLD_ID)),
      lines(header({ sessionId: OLD_ID }), ...messages),
    );
    expect(await geminiSessions.find(OLD_ID, { home: elsewhere })).toMatch(/\.jsonl$/);
    rmSync(elsewhere, { recursive: true });
  });

  test.each(['resumed', 'old'] as const)('(%s) is loaded whole or page by page', async (which) => {
    const whole = await geminiSessions.load(paths[which]);
    expect(whole.notes).toEqual([]);
    expect(whole.stats.dispositions.unknown).toBe(0);
    const pages: string[] = [];
    let page = await geminiSessions.load(paths[which], { last: 2 });
    for (;;) {
      pages.unshift(...page.messages.map(({ id }) => id));
      if (page.earlier === undefined) break;
      page = await geminiSessions.load(paths[which], { last: 2, before: page.earlier });
    }
    expect(pages).toEqual(whole.messages.map(({ id }) => id));
  });

  test('says what it used', async () => {
    expect(await geminiSessions.usage(paths.resumed)).toMatchObject({ total_tokens: 5250 });
  });

  test('that is none is refused in words', async () => {
    const file = put('workspace/chats/session-2026-11-16T02-25-torn0000.json', '{"sessionId":');
    await expect(geminiSessions.load(file)).rejects.toThrow(/is no JSON, or was cut off/);
    rmSync(file);
  });
});

test('a folder that is only a hash is known by the list of projects', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'dragoman-sessions-'));
  const hash = createHash('sha256').update('/w').digest('hex');
  const chats = join(elsewhere, 'tmp', hash, 'chats');
  mkdirSync(chats, { recursive: true });
  writeFileSync(join(elsewhere, 'projects.json'), '{"projects":{"/v":"v","/w":"w"}}');
  writeFileSync(join(chats, name('02-19', OLD_ID, 'json')), OLD);
  const [listed] = await geminiSessions.list({ home: elsewhere });
  expect(listed?.cwd).toBe('/w');
  rmSync(elsewhere, { recursive: true });
});

test('a search finds once what a resume repeats', async () => {
  const finder = createTextFinder({ text: 'o' });
  const found: string[] = [];
  await geminiSessions.search(paths.resumed, finder, ({ kind, text }) =>
    found.push(`${kind} ${text}`),
  );
  const { messages } = await geminiSessions.load(paths.resumed);
  const prompts = messages.flatMap(({ role, synthetic, content }) =>
    role === 'user' && synthetic === undefined
      ? content.flatMap((block) => (block.type === 'text' ? [`prompt ${block.text}`] : []))
      : [],
  );
  expect(prompts.length).toBeGreaterThan(1);
  expect(found.filter((one) => one.startsWith('prompt '))).toEqual(prompts);
});
