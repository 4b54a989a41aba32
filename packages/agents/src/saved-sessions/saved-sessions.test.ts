import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agent } from '../agent.js';
import { agents } from '../agents.js';
import type { ListOptions, SessionStore } from '../sessions/session-store.js';
import { findSession } from './find-session.js';
import { listSessions } from './list-sessions.js';

const { codex } = agents;
const { interpreter } = codex;
const { signal } = new AbortController();
const META = (id: string) => JSON.stringify({ type: 'session_meta', payload: { id, cwd: '/p' } });

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'dragoman-sessions-'));
  await putMany(home, '2026-01-01', 300);
});
afterAll(() => rm(home, { recursive: true, force: true }));

/** Sessions of a day, each a second later than the one before. */
async function putMany(folder: string, day: string, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const id = `${day}-${String(number).padStart(3, '0')}`;
    const path = join(folder, 'sessions', `rollout-${day}T00-00-00-${id}.jsonl`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `${META(id)}\n`);
    const written = new Date(Date.parse(day) + number * 1000);
    await utimes(path, written, written);
  }
}

/** An agent that keeps its sessions as Codex does, under another name. */
function another(store: Partial<SessionStore>): Agent {
  return {
    ...codex,
    name: 'claude',
    interpreter: { ...interpreter, sessions: { ...interpreter.sessions, ...store } },
  };
}

const idsOf = (sessions: readonly { readonly id: string }[]) => sessions.map(({ id }) => id);
const refuse = () => Promise.reject(new DragomanError('sessions_unreadable', 'No way in.'));

test('of 300 sessions only those are opened that are listed, and the ids of all are known', async () => {
  const asked: ListOptions[] = [];
  const asking: SessionStore['list'] = (options) => {
    asked.push(options);
    return interpreter.sessions.list(options);
  };
  const list = await listSessions({ agents: [another({ list: asking })], home, limit: 3, signal });
  expect(asked).toMatchObject([{ home, limit: 3, exact: false }]);
  expect(idsOf(list.sessions)).toEqual(['2026-01-01-299', '2026-01-01-298', '2026-01-01-297']);
  expect(list.ids).toHaveLength(300);
});

describe('several agents', () => {
  let other: string;
  beforeAll(async () => {
    other = await mkdtemp(join(tmpdir(), 'dragoman-sessions-'));
    await putMany(other, '2026-01-02', 2);
  });
  afterAll(() => rm(other, { recursive: true, force: true }));

  const elsewhere = () =>
    another({
      list: (options) => interpreter.sessions.list({ ...options, home: other }),
      ids: (options) => interpreter.sessions.ids({ ...options, home: other }),
      find: (id, options) => interpreter.sessions.find(id, { ...options, home: other }),
    });

  test('have their sessions in one list, those last used first, and one limit', async () => {
    const list = await listSessions({ agents: [codex, elsewhere()], home, limit: 3, signal });
    expect(list.sessions.map(({ agent, id }) => [agent, id])).toEqual([
      ['claude', '2026-01-02-001'],
      ['claude', '2026-01-02-000'],
      ['codex', '2026-01-01-299'],
    ]);
    expect(list).toMatchObject({ agents: ['codex', 'claude'], homes: [home], failures: [] });
    expect(list.ids).toHaveLength(302);
  });

  test('are listed although one of them fails, and the failure is reported', async () => {
    for (const broken of [another({ list: refuse }), another({ ids: refuse })]) {
      const list = await listSessions({ agents: [broken, codex], home, limit: 1, signal });
      expect(idsOf(list.sessions)).toEqual(['2026-01-01-299']);
      expect(list.failures).toMatchObject([{ message: 'No way in.' }]);
    }
  });

  test('are looked through for an id although one of them fails', async () => {
    const broken = another({ find: refuse });
    expect(
      (await findSession('2026-01-01-007', { agents: [broken, codex], home, signal })).agent,
    ).toBe(codex);
    await expect(findSession('none', { agents: [broken, codex], home, signal })).rejects.toThrow(
      'No way in.',
    );
  });

  test('may both have an id that begins so: then more of it is needed', async () => {
    const both = [codex, elsewhere()];
    expect((await findSession('2026-01-02-001', { agents: both, home, signal })).agent.name).toBe(
      'claude',
    );
    await expect(findSession('2026-01-01', { agents: both, home, signal })).rejects.toMatchObject({
      code: 'session_ambiguous',
    });
    await expect(
      findSession('2026-01-02-00', { agents: both, home, signal }),
    ).rejects.toMatchObject({
      code: 'session_ambiguous',
    });
    const twin = another({});
    await expect(
      findSession('2026-01-01-007', { agents: [codex, twin], home, signal }),
    ).rejects.toThrow(
      'Sessions of codex and claude have an id that begins with "2026-01-01-007". Give more of it',
    );
  });

  test('end when the signal says so, whatever the others say', async () => {
    const stop = new AbortController();
    const ids: SessionStore['ids'] = (options) => {
      stop.abort('interrupted');
      return interpreter.sessions.ids(options);
    };
    const listing = listSessions({ agents: [another({ ids }), codex], home, signal: stop.signal });
    await expect(listing).rejects.toBe('interrupted');
  });
});

test('a folder that cannot be read is listed, and hides no other', async () => {
  const closed = await mkdtemp(join(tmpdir(), 'dragoman-closed-'));
  try {
    await putMany(closed, '2026-01-01', 1);
    await symlink('archived_sessions', join(closed, 'archived_sessions'));
    const { sessions, failures } = await listSessions({ agents: [codex], home: closed, signal });
    expect(sessions.map(({ id, problem }) => [id, problem])).toEqual([
      ['2026-01-01-000', undefined],
      ['', "The folder can't be read: its links go round in a circle."],
    ]);
    expect(failures).toEqual([]);
  } finally {
    await rm(closed, { recursive: true });
  }
});
