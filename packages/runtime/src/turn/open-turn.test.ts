import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureOfFile } from '../../test-inputs/turn-fixtures.js';
import { findLeftovers } from '../leftovers/find-leftovers.js';
import { listTurns } from './list-turns.js';
import { openTurn } from './open-turn.js';

const fixture = fixtureOfFile();

test('a turn is opened by its id or its folder, and read from where one was', async () => {
  const { turn, events, end } = await fixture.run({});
  const { stateDirectory } = fixture;
  for (const opened of [
    await openTurn(turn.directory),
    await openTurn(turn.id, { stateDirectory }),
  ]) {
    const rest = [];
    for await (const event of opened.events({ after: 2 })) rest.push(event);
    expect(rest).toEqual(events.slice(2));
    expect(await opened.outcome).toMatchObject({ ...end });
    expect(opened.sessionId).toBe(turn.sessionId);
    let text = '';
    for await (const line of opened.lines()) text += line;
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(events);
  }
});

test('who opened a turn can follow it while it runs, and kill it', async () => {
  const turn = await fixture.start({ script: { steps: [{ run: 'sleep 300' }] } });
  const opened = await openTurn(turn.directory);
  for await (const event of opened.events()) if (event.type === 'tool_use') break;
  await opened.kill();
  expect(await turn.outcome).toMatchObject({ status: 'canceled' });
  expect(await opened.outcome).toMatchObject({ status: 'canceled' });
});

test('a session is known to who opened the turn before it was', async () => {
  const turn = await fixture.start({});
  const opened = await openTurn(turn.directory);
  const { status } = await opened.outcome;
  expect(status).toBe('success');
  expect(opened.sessionId).toEqual(expect.any(String));
  expect(opened.sessionId).toBe(turn.sessionId);
});

test('a journal whose end is damaged is an error for who waits for it', async () => {
  const { turn } = await fixture.run({});
  const journal = join(turn.directory, 'events.ndjson');
  const text = await readFile(journal, 'utf8');
  await writeFile(journal, text.replace(/("type":"end","seq":\d+,"ts":"[^"]*").*/, '$1 torn'));
  const opened = await openTurn(turn.directory);
  await expect(opened.outcome).rejects.toMatchObject({ code: 'turn_lost' });
});

test('wherever the journal of a turn was cut off, it gets its end back, and what is lost is reported', async () => {
  const { turn, events, end } = await fixture.run({});
  const journal = join(turn.directory, 'events.ndjson');
  const whole = await readFile(journal);
  const lastLine = whole.lastIndexOf(0x0a, whole.length - 2) + 1;
  const cuts = [0, 1, 100, 333, 700, lastLine - 1, lastLine, lastLine + 40, whole.length - 1];
  for (const cut of cuts) {
    await writeFile(journal, whole.subarray(0, cut));
    const listed = await listTurns(fixture.stateDirectory);
    expect(listed.find(({ id }) => id === turn.id)).toMatchObject({ state: 'abandoned' });
    const leftovers = await findLeftovers(fixture);
    expect(leftovers.find(({ name }) => name === turn.id)?.about).toContain('has lost its end');
    const opened = await openTurn(turn.directory);
    expect(await opened.outcome).toMatchObject({
      ...end,
      warning: expect.stringContaining('was lost'),
    });
    const rest = [];
    for await (const event of opened.events()) rest.push(event);
    expect(rest.at(-1)).toMatchObject({ type: 'end', seq: events.length });
    const lost = rest.filter((event) => event.type === 'error' && event.code === 'journal_gap');
    const kept = whole.subarray(0, cut).toString().split('\n').length - 1;
    expect(lost).toHaveLength(kept === events.length - 1 ? 0 : 1);
    expect(rest.slice(0, kept)).toEqual(events.slice(0, kept));
  }
});

test('canceling a turn that has ended changes nothing', async () => {
  const { turn, end } = await fixture.run({});
  const opened = await openTurn(turn.directory);
  await opened.cancel();
  await turn.cancel();
  expect(await opened.outcome).toMatchObject({ ...end });
});

test.each(['none', '', '.', '..', '../turns', 'a/b', 'a\u0000b', 'x'.repeat(5000)])(
  'a turn that isn’t there is an error (%j)',
  async (id) => {
    await expect(openTurn(id, fixture)).rejects.toMatchObject({ code: 'turn_unknown' });
  },
);

test('an id is no path, also where it leads to a turn', async () => {
  const { turn } = await fixture.run({});
  for (const id of [`./${turn.id}`, `../turns/${turn.id}`, `${turn.id}/`]) {
    await expect(openTurn(id, fixture)).rejects.toMatchObject({ code: 'turn_unknown' });
  }
});
