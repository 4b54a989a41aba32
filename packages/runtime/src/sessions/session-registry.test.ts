import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withThrowawayHome } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { createSessionRegistry, type SessionEntry } from './session-registry.js';

const ENTRY: SessionEntry = {
  agent: 'codex',
  sessionId: '01a1e2dd-9a79-7a72-b34a-051104b62e47',
  version: '0.166.0',
  home: '/state/homes/one',
  workspace: '/work',
  sandbox: 'process',
  turns: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

test('finds a session by its agent and its id, as it was last noted', () =>
  withThrowawayHome(async ({ home: state }) => {
    const registry = createSessionRegistry(state);
    registry.note(ENTRY);
    registry.note({ ...ENTRY, turns: 2 });
    expect(await createSessionRegistry(state).find('codex', ENTRY.sessionId)).toEqual({
      ...ENTRY,
      turns: 2,
    });
    expect(await registry.find('claude', ENTRY.sessionId)).toBeUndefined();
    expect(await registry.find('codex', 'another')).toBeUndefined();
  }));

test.each(['../../escape', '.hidden', 'a/b', 'x'.repeat(300), 'with\nnewline', '%2e%2e'])(
  'an id such as %j leads to no file elsewhere',
  (sessionId) =>
    withThrowawayHome(async ({ home: state }) => {
      const registry = createSessionRegistry(state);
      registry.note({ ...ENTRY, sessionId });
      expect(await registry.find('codex', sessionId)).toMatchObject({ sessionId });
      const written = await readdir(state, { recursive: true });
      expect(written).toHaveLength(3);
      expect(await readdir(join(state, 'sessions/codex'))).toHaveLength(1);
    }),
);

test('an unknown session is an error that names its agent if it has another', () =>
  withThrowawayHome(async ({ home: state }) => {
    const registry = createSessionRegistry(state);
    await expect(registry.require('codex', 'none')).rejects.toMatchObject({
      code: 'session_unknown',
    });
    registry.note(ENTRY);
    await expect(registry.require('claude', ENTRY.sessionId)).rejects.toThrow('it is one of codex');
  }));

test('an entry that is damaged counts as none, and is named', () =>
  withThrowawayHome(async ({ home: state }) => {
    const registry = createSessionRegistry(state);
    registry.note(ENTRY);
    registry.note({ ...ENTRY, sessionId: 'whole' });
    const damaged = join(state, 'sessions/codex', `${ENTRY.sessionId}.json`);
    await writeFile(damaged, '{"agent":"co');
    await writeFile(`${damaged}.x.draft`, '');
    expect(await registry.find('codex', ENTRY.sessionId)).toBeUndefined();
    expect(await registry.survey()).toMatchObject({
      entries: [{ sessionId: 'whole' }],
      damaged: [damaged],
    });
  }));

test('finds sessions by the beginning of their ids, and a whole id before others that begin so', () =>
  withThrowawayHome(async ({ home: state }) => {
    const registry = createSessionRegistry(state);
    expect(await registry.beginningWith('01a')).toEqual([]);
    const ids = ['01a', '01a1', '01b/2'];
    for (const sessionId of ids) registry.note({ ...ENTRY, sessionId });
    registry.note({ ...ENTRY, agent: 'claude', sessionId: '01b/3' });
    const found = async (beginning: string) =>
      (await registry.beginningWith(beginning)).map(({ sessionId }) => sessionId).sort();
    expect(await found('01')).toEqual([...ids, '01b/3']);
    expect(await found('01a')).toEqual(['01a']);
    expect(await found('01b/')).toEqual(['01b/2', '01b/3']);
    expect(await found('')).toEqual([]);
    expect(await found('../')).toEqual([]);
  }));
