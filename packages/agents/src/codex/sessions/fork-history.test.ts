import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { recordings } from '@dragoman/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { codexSessions } from '../sessions.js';

const ORIGIN = '01a1e866-7db8-70c3-975b-db6b714f2bdf';
const DAY = 'sessions/2026/11/17';
const AFTER_FORK = { at: 24, text: 'Said after the fork.' };

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'dragoman-forks-'));
});
afterEach(() => rmSync(home, { recursive: true }));

function recorded(scenario: string): string {
  const found = recordings().find(
    (one) =>
      one.agent === 'codex' &&
      one.view === 'saved' &&
      one.version === '0.150.0' &&
      one.scenario === scenario,
  );
  return new TextDecoder().decode(found?.bytes());
}

const origin = recorded('a-fork');
const fork = recorded('a-fork_2');
const FORK: string = JSON.parse(fork.split('\n')[0] ?? '').payload.id;

function put(folder: string, id: string, content: string): string {
  const path = join(home, folder, `rollout-2026-11-17T07-26-33-${id}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

/** What the session that was forked said later: the fork has no part in it. */
const wentOn = `${origin}${JSON.stringify({
  timestamp: '2026-11-17T08:00:00.000Z',
  ordinal: AFTER_FORK.at,
  type: 'response_item',
  payload: {
    type: 'message',
    role: 'assistant',
    content: [{ type: 'output_text', text: AFTER_FORK.text }],
  },
})}\n`;

async function messagesOf(path: string): Promise<unknown[]> {
  return (await codexSessions.load(path)).messages.map(({ role, content }) => ({ role, content }));
}

test.each([
  ['beside it', DAY],
  ['in the folder of another day', 'sessions/2026/11/16'],
  ['among those that were archived', 'archived_sessions'],
])('a fork is loaded with what it continues, and no more, if that is %s', async (_, folder) => {
  const earlier = await messagesOf(put(folder, ORIGIN, origin));
  put(folder, ORIGIN, wentOn);
  const alone = put('alone', FORK, fork);
  const own = await messagesOf(alone);

  const path = put(DAY, FORK, fork);
  expect(await messagesOf(path)).toEqual([...earlier, ...own]);
  const loaded = await codexSessions.load(path);
  expect(loaded).toMatchObject({ path, notes: [], session: { id: FORK } });
  expect(await codexSessions.usage(path)).toEqual(loaded.usage);
  expect(await codexSessions.text(path)).not.toContain(AFTER_FORK.text);
});

test('a list counts what a fork continues, also if that is long', async () => {
  const parent = put(DAY, ORIGIN, wentOn);
  const path = put(DAY, FORK, fork);
  const whole = await codexSessions.load(path);
  const [own, first] = await codexSessions.summarise([path, parent]);
  expect(own).toMatchObject({ id: FORK, parentId: ORIGIN, usage: whole.usage });
  expect(own?.firstPrompt).toBe(first?.firstPrompt);
  expect(own?.turns).toBeGreaterThan(first?.turns ?? 0);
  const long =
    fork + `${JSON.stringify({ type: 'world_state', payload: 'x'.repeat(2000) })}\n`.repeat(200);
  put(DAY, FORK, long);
  expect(await codexSessions.list({ home, exact: true })).toContainEqual(
    expect.objectContaining({ id: FORK, turns: own?.turns, firstPrompt: own?.firstPrompt }),
  );
  const [quick] = (await codexSessions.list({ home })).filter(({ id }) => id === FORK);
  expect(quick).toMatchObject({ firstPrompt: own?.firstPrompt });
  expect(quick).not.toHaveProperty('turns');
});

test('pages of a fork go on into the session that it continues', async () => {
  put(DAY, ORIGIN, wentOn);
  const path = put(DAY, FORK, fork);
  const whole = await messagesOf(path);
  const pages: unknown[] = [];
  for (let before: string | undefined, isFirst = true; isFirst || before !== undefined; ) {
    const page = await codexSessions.load(path, { last: 1, before });
    pages.unshift(...page.messages.map(({ role, content }) => ({ role, content })));
    before = page.earlier;
    isFirst = false;
  }
  expect(pages).toEqual(whole);
});

test('a fork of a fork has all that came before, and is copied with it', async () => {
  const second = FORK.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  const base = /"history_base":\{[^}]*\}/;
  const meta = fork
    .split('\n')[0]
    ?.replaceAll(FORK, second)
    .replace(
      base,
      `"history_base":{"thread_id":"${FORK}","end_ordinal_exclusive":38,"end_byte_offset":${Buffer.byteLength(fork)}}`,
    );
  const said = wentOn.trimEnd().split('\n').at(-1)?.replace('"ordinal":24', '"ordinal":39');
  const origins = [put('archived_sessions', ORIGIN, wentOn), put(DAY, FORK, fork)];
  const before = await messagesOf(origins[1] ?? '');
  const path = put(DAY, second, `${meta}\n${said}\n`);
  expect(await messagesOf(path)).toMatchObject([
    ...before,
    { content: [{ type: 'text', text: AFTER_FORK.text }] },
  ]);
  expect(await codexSessions.copies(path, { home })).toMatchObject([
    { from: path, line: expect.any(Function) },
    { from: origins[1], to: expect.stringContaining(DAY), origin: FORK },
    { from: origins[0], to: expect.stringContaining(DAY), origin: ORIGIN },
  ]);
});

test('a fork whose origin is gone is read as far as it goes, and not copied', async () => {
  const path = put(DAY, FORK, fork);
  const { notes, messages } = await codexSessions.load(path);
  expect(messages.length).toBeGreaterThan(0);
  expect(notes).toEqual([expect.stringContaining(ORIGIN)]);
  await expect(codexSessions.copies(path, { home })).rejects.toMatchObject({
    code: 'session_damaged',
    message: expect.stringContaining(ORIGIN),
  });
});

test.each(['the file', 'its folder'])('no link is followed to the origin: %s', async (linked) => {
  const real = put('elsewhere', ORIGIN, wentOn);
  const path = put(DAY, FORK, fork);
  const there = join(home, 'sessions/2026/11/16');
  if (linked === 'the file') {
    mkdirSync(there);
    symlinkSync(real, join(there, real.slice(join(home, 'elsewhere/').length)));
  } else symlinkSync(join(home, 'elsewhere'), there);
  expect((await codexSessions.load(path)).notes).toHaveLength(1);
  if (linked !== 'the file') rmSync(there);
  else rmSync(there, { recursive: true });
  renameSync(join(home, 'elsewhere'), there);
  expect((await codexSessions.load(path)).notes).toHaveLength(0);
});

test('forks that name each other are read to an end', async () => {
  const path = put(DAY, FORK, fork);
  put(
    DAY,
    ORIGIN,
    fork.replaceAll(ORIGIN, 'x').replaceAll(FORK, ORIGIN).replaceAll('"x"', `"${FORK}"`),
  );
  expect((await codexSessions.load(path)).notes).toHaveLength(1);
});
