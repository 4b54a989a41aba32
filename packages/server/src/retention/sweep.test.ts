import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { errorBody } from '@dragoman/protocol/http';
import { listTurns } from '@dragoman/runtime';
import { createSessionRegistry, folderSize } from '@dragoman/runtime/internal';
import { INSTALL_TIMEOUT_MS, waitUntil } from '@dragoman/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSessionsFixture, type SessionsFixture } from '../../test-inputs/sessions-fixture.js';
import type { Retention } from '../contract.js';
import { startRetention } from './start-retention.js';

let fixture: SessionsFixture;
beforeAll(async () => {
  fixture = await createSessionsFixture();
}, INSTALL_TIMEOUT_MS);
afterAll(() => fixture.remove());

const failures: unknown[] = [];
const sweepBy = (retention: Retention) =>
  fixture.context.store.sessions.sweep({
    retention,
    signal: new AbortController().signal,
    onFailure: (error) => failures.push(error),
  });

test('what is old goes, with its folder; what is open, or no server began, stays', async () => {
  const inChat = { conversation: 'chat', workspace: 'fresh' };
  const first = await fixture.turn(inChat);
  const second = await fixture.turn(inChat);
  const { turn: foreign } = await fixture.run({});
  const open = await fixture.ask({ conversation: 'asking', workspace: 'fresh' });
  await sweepBy({});
  expect((await listTurns(fixture.stateDirectory)).map(({ id }) => id)).toEqual([
    ...[first.id, second.id, foreign.id, open.id],
  ]);

  const homes = await fixture.state('homes');
  await sweepBy({ olderThanMs: 0 });
  expect((await listTurns(fixture.stateDirectory)).map(({ id }) => id)).toEqual([
    foreign.id,
    open.id,
  ]);
  expect(await fixture.state('homes')).toEqual(homes.filter((name) => name !== first.id));
  expect(await fixture.folders()).toHaveLength(1);
  expect(failures).toEqual([]);
  // Never a fresh start in disguise.
  const refused = await fixture.post('/v1/turns', { prompt: 'Go on.', agent: 'codex', ...inChat });
  expect(refused.status).toBe(404);
  expect(errorBody.parse(await refused.json()).errorCode).toBe('session_unknown');
  await fixture.post(`/v1/turns/${open.id}/cancel`);
});

test('the folder that was made for a session counts for the size', async () => {
  const { stateDirectory, turn } = fixture;
  const { session } = await turn({ workspace: 'fresh' });
  const registry = createSessionRegistry(stateDirectory);
  const { home, workspace } = await registry.require('codex', session);
  const bytes = 10_000_000;
  await writeFile(join(workspace, 'large'), Buffer.alloc(bytes));
  // There is room for its HOME and its journal, not for what it works in.
  await sweepBy({ maxBytes: folderSize(home).bytes + bytes / 2 });
  expect(await registry.find('codex', session)).toBeUndefined();
  expect(await fixture.folders()).not.toContain(basename(workspace));
});

test('beyond a size the oldest go, now and then, and a session keeps its latest turn', async () => {
  const { stateDirectory, context, state } = fixture;
  const { session, id } = await fixture.turn({ workspace: 'app' });
  await sweepBy({ maxBytes: 1e12 });
  expect(await state('turns')).toContain(id);
  // The journal is the older one, and there is room for the session alone.
  const registry = createSessionRegistry(stateDirectory);
  const entry = await registry.require('codex', session);
  registry.note({ ...entry, updatedAt: new Date(Date.now() - 1).toISOString() });
  await sweepBy({ maxBytes: folderSize(entry.home).bytes });
  expect(await state('sessions/codex')).toContain(`${session}.json`);
  expect(await context.store.findSession('local', session)).toMatchObject({ turnId: id });

  const policy = { agents: {}, workspaces: {}, retention: { maxBytes: 0 } };
  const times = { firstMs: 1, everyMs: 1, onFailure: (error: unknown) => failures.push(error) };
  const retention = startRetention({ options: { policy }, store: context.store }, times);
  await waitUntil(
    'the turn is gone',
    async () => !(await state('turns')).includes(id) || undefined,
  );
  await retention.stop();
  expect(await state('sessions/codex')).not.toContain(`${session}.json`);
  expect(failures).toEqual([]);
});
