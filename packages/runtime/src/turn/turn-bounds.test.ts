import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createFakeAgent, type FakeAgentName } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { fixtureOfEachTest } from '../../test-inputs/turn-fixtures.js';
import { journalState } from '../journal/journal-state.js';
import type { TurnLimits } from '../limits/turn-limits.js';
import { conductTurn } from './conduct-turn.js';
import { openTurn } from './open-turn.js';
import type { Turn } from './turn.js';

const MEGABYTE = 1024 * 1024;

const fixture = fixtureOfEachTest();

function start(fake: FakeAgentName, limits: TurnLimits = {}, floodBytes = 0): Promise<Turn> {
  return conductTurn({
    agent: { ...createFakeAgent(fake, floodBytes), name: 'fake' },
    input: { message: 'Go.' },
    cwd: fixture.workspace,
    stateDirectory: fixture.stateDirectory,
    sandbox: 'process',
    limits,
  });
}

async function eventsOf(turn: Turn) {
  const events = [];
  for await (const event of turn.events()) events.push(event);
  return events;
}

test('of five thousand sessions that are named in one turn only the first is kept', async () => {
  const turn = await start('sessions');
  const events = await eventsOf(turn);
  expect(turn.sessionId).toBe('session-0');
  expect((await openTurn(turn.directory)).sessionId).toBe('session-0');
  const written = (await fixture.written()).filter((path) => path.includes('/sessions/'));
  expect(written).toEqual([join(fixture.stateDirectory, 'sessions', 'fake', 'session-0.json')]);
  const named = events.flatMap((event) => (event.type === 'init' ? [event.session_id] : []));
  expect(new Set(named)).toEqual(new Set([undefined, 'session-0']));
  expect(events.filter(({ type }) => type === 'error')).toMatchObject([
    { fatal: false, code: 'session_id_changed', message: expect.stringContaining('session-1') },
  ]);
  expect(events.at(-1)).toMatchObject({ type: 'end', status: 'success' });
});

test('a turn that writes on and on is stopped when its journal is full, and says so', async () => {
  const turn = await start('endless', { journalBytes: MEGABYTE });
  const events = await eventsOf(turn);
  expect(events.slice(-3)).toMatchObject([
    { type: 'error', fatal: true, code: 'journal_limit' },
    { type: 'changes', files: [] },
    {
      type: 'end',
      status: 'failed',
      code: 'journal_limit',
      reason: expect.stringMatching(/1048576/),
    },
  ]);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index + 1));
  const { size } = await stat(join(turn.directory, 'events.ndjson'));
  expect(size).toBeGreaterThan(MEGABYTE * 0.9);
  expect(size).toBeLessThan(MEGABYTE + 16 * 1024);
  expect(await fixture.processes('node')).toEqual([]);
});

test('a flood is read no faster than its pace, and ends when it is stopped', async () => {
  const turn = await start('endless', { eventsPerSecond: 100 });
  const begun = performance.now();
  for await (const event of turn.events()) if ((event.seq ?? 0) > 600) break;
  const { lastSeq } = journalState(turn.directory);
  const seconds = (performance.now() - begun) / 1000;
  // What comes at once, what comes with time, and the chunk that was read last.
  expect(lastSeq).toBeLessThan(500 + 100 * seconds + 50);
  await turn.cancel();
  expect(await turn.outcome).toMatchObject({ status: 'canceled' });
});

test('of what is read slowly nothing is lost', async () => {
  const turn = await start('flood', { eventsPerSecond: 100, idleMs: 1000 }, 700 * 16_000);
  const events = await eventsOf(turn);
  const said = events.filter((event) => event.type === 'message' && event.role === 'assistant');
  expect(said).toHaveLength(700);
  expect(events.at(-1)).toMatchObject({ type: 'end', status: 'success' });
});
