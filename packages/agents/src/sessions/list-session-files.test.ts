import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { codexSummary } from '../codex/sessions/summary.js';
import { codexSessions, codexSessionFormat as FORMAT } from '../codex/sessions.js';
import { findSessionFile } from './find-session-file.js';
import { listSessionFiles } from './list-session-files.js';

const META = (id: string) => JSON.stringify({ type: 'session_meta', payload: { id, cwd: '/p' } });

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'dragoman-list-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(home, { recursive: true });
});

/** Puts a session where Codex would, last written to on a day. */
function put(
  day: string,
  id: string,
  modified = day,
  below = `sessions/${day.replaceAll('-', '/')}`,
) {
  const folder = join(home, below);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `rollout-${day}T01-02-03-${id}.jsonl`);
  writeFileSync(path, `${META(id)}\n`);
  utimesSync(path, new Date(modified), new Date(modified));
  return path;
}

/** A reader of folders to whom one is closed. */
function closedAt(closed: string) {
  return async (path: string) => {
    if (path === closed) throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
    return readdir(path, { withFileTypes: true });
  };
}

const idsOf = (sessions: readonly { readonly id: string }[]) => sessions.map(({ id }) => id);

test('a folder that cannot be read is listed with its problem and hides no other', async () => {
  put('2026-01-01', 'a');
  put('2026-01-02', 'hidden');
  put('2026-01-03', 'b');
  const closed = join(home, 'sessions', '2026', '01', '02');
  utimesSync(closed, new Date('2026-01-02'), new Date('2026-01-02'));
  const sessions = await listSessionFiles(FORMAT, { home }, closedAt(closed));
  expect(idsOf(sessions)).toEqual(['b', '', 'a']);
  expect(sessions[1]).toMatchObject({
    path: closed,
    problem: "The folder can't be read: permission denied.",
  });
});

test('what lies elsewhere is found although a folder cannot be read', async () => {
  const path = put('2026-01-01', 'abc');
  put('2026-01-02', 'hidden');
  const closed = join(home, 'sessions', '2026', '01', '02');
  const options = { home, readFolder: closedAt(closed) };
  expect(await findSessionFile(FORMAT, 'ab', options)).toBe(path);
  await expect(findSessionFile(FORMAT, 'hidden', options)).rejects.toMatchObject({
    code: 'sessions_unreadable',
    message: expect.stringContaining(closed),
  });
});

test('a session resumed just now is the latest, whenever it began', async () => {
  put('2025-01-01', 'resumed', '2026-03-01');
  put('2026-02-01', 'newer');
  put('2026-02-02', 'newest', '2026-02-01');
  expect(idsOf(await listSessionFiles(FORMAT, { home }))).toEqual(['resumed', 'newest', 'newer']);
});

test('a limit is filled although what was named is gone', async () => {
  put('2026-01-01', 'a');
  put('2026-01-02', 'b');
  put('2026-01-03', 'c');
  const link = join(home, 'sessions', 'rollout-2026-01-04T00-00-00-gone.jsonl');
  symlinkSync(join(home, 'nowhere'), link);
  expect(idsOf(await listSessionFiles(FORMAT, { home, limit: 2 }))).toEqual(['c', 'b']);
});

test('all ids are given without opening a file', async () => {
  const path = put('2026-01-01', 'a');
  put('2026-01-02', 'b', '2026-01-02', 'archived_sessions');
  writeFileSync(path, 'no session');
  expect((await codexSessions.ids({ home })).sort()).toEqual(['a', 'b']);
});

test('each real file is listed once, whatever links lead to it', async () => {
  const path = put('2026-01-01', 'a');
  symlinkSync(path, join(home, 'sessions', 'rollout-2026-01-01T01-02-03-a.jsonl'));
  symlinkSync(join(home, 'sessions'), join(home, 'sessions', '0'));
  symlinkSync(join(home, 'sessions', '2026'), join(home, 'archived_sessions'));
  const loop = join(home, 'sessions', 'rollout-2026-01-02T00-00-00-loop.jsonl');
  symlinkSync(loop, loop);
  const sessions = await listSessionFiles(FORMAT, { home });
  expect(sessions.map((session) => [session.id, session.path, session.problem])).toEqual([
    ['a', path, undefined],
    ['loop', loop, expect.stringContaining('circle')],
  ]);
});

test('sessions kept elsewhere are listed through a link to their folder', async () => {
  const path = put('2026-01-01', 'a', '2026-01-01', 'elsewhere/01');
  mkdirSync(join(home, 'sessions'));
  symlinkSync(join(home, 'elsewhere'), join(home, 'sessions', '2026'));
  symlinkSync(path, join(home, 'sessions', 'rollout-2026-01-01T01-02-03-a.jsonl'));
  expect(idsOf(await listSessionFiles(FORMAT, { home }))).toEqual(['a']);
});

test('a session that is archived, too, is found where it is not', async () => {
  put('2026-01-01', 'ABC', '2026-02-01', 'archived_sessions');
  const path = put('2026-01-01', 'abc');
  expect(await codexSessions.list({ home })).toHaveLength(2);
  expect(await codexSessions.find('abc', { home })).toBe(path);
  expect(await codexSessions.find('a', { home })).toBe(path);
});

test('listing ends when it is no longer wanted, also in mid-work', async () => {
  for (let day = 1; day <= 9; day += 1) put(`2026-01-0${day}`, `s${day}`);
  const reason = new Error('enough');
  for (const options of [{}, { exact: true }]) {
    await expect(
      codexSessions.list({ home, signal: AbortSignal.abort(reason), ...options }),
    ).rejects.toBe(reason);
    const stopper = new AbortController();
    const readFolder = async (path: string) => {
      stopper.abort(reason);
      return readdir(path, { withFileTypes: true });
    };
    const listing = listSessionFiles(
      FORMAT,
      { home, signal: stopper.signal, ...options },
      readFolder,
    );
    await expect(listing).rejects.toBe(reason);
  }
});

test('listing many sessions lets others have a turn', async () => {
  for (let number = 0; number < 9; number += 1) put('2026-01-01', `s${number}`);
  const stopper = new AbortController();
  const reason = new Error('enough');
  let reads = 0;
  const summary = {
    ...codexSummary,
    createReader() {
      reads += 1;
      if (reads === 1) setImmediate(() => stopper.abort(reason));
      return codexSummary.createReader();
    },
  };
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1_000;
    return now;
  });
  const listing = listSessionFiles({ ...FORMAT, summary }, { home, signal: stopper.signal });
  await expect(listing).rejects.toBe(reason);
  expect(reads).toBeLessThan(9);
});
