import { readFile } from 'node:fs/promises';
import { isJsonObject, type JournaledEvent } from '@dragoman/protocol';
import { isRequestEvent } from '@dragoman/protocol/internal';
import { answerRequests } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { fixtureOfEachTest } from '../../test-inputs/turn-fixtures.js';
import { openTurn } from '../turn/open-turn.js';
import type { Turn } from '../turn/turn.js';
import { type CallerTool, callerServerName } from './caller-tool.js';
import type { AnswerReceipt } from './tool-answer.js';

const weather: CallerTool = {
  name: 'getWeather',
  description: 'The weather of a city.',
  inputSchema: {
    properties: { city: { type: 'string' }, password: { type: 'string' } },
    required: ['city'],
  },
};

/** What the scripted model does: it asks for the weather of a city, which is a secret. */
function ask(city: string) {
  const input = { city, password: 'hunter-2222' };
  return { mcp: { server: callerServerName, tool: 'getWeather', arguments: input } };
}

const fixture = fixtureOfEachTest();

/** The careful posture: the caller's own tools need no permission in it. */
function start(steps: readonly object[], more: object = {}): Promise<Turn> {
  const script = { steps: [...steps, { say: 'Done.' }] };
  return fixture.start({ script, tools: [weather], permission: 'default', ...more });
}

function resultsIn(events: readonly JournaledEvent[]) {
  return events.filter((event) => event.type === 'tool_result');
}

/** The first request of a turn. */
async function requestOf(turn: Turn): Promise<string> {
  for await (const event of turn.events()) if (isRequestEvent(event)) return event.requestId;
  throw new Error('The turn ended without a request.');
}

test('a call is an event, waits for its answer, and the turn goes on with it', async () => {
  const turn = await start([ask('Smyrna')]);
  const { events, receipts } = await answerRequests(turn, () => ({
    output: { sky: 'clear', degrees: 21 },
  }));
  const request = events.find((event) => event.type === 'tool_request');
  const { requestId = '' } = request ?? {};
  const input = { city: 'Smyrna', password: 'hunter-2222' };
  expect(request).toMatchObject({ tool_name: 'getWeather', input });
  expect(receipts).toEqual(['taken']);
  expect(resultsIn(events)).toMatchObject([
    { status: 'success', output: '{"sky":"clear","degrees":21}' },
  ]);
  expect(events.find(({ type }) => type === 'tool_use')).toMatchObject({
    tool_name: 'mcp__caller__getWeather',
  });
  expect(events.at(-1)).toMatchObject({ type: 'end', status: 'success' });
  const order = events.flatMap(({ type }) => (/^tool_[^u]/.test(type) ? [type] : []));
  expect(order).toEqual(['tool_request', 'tool_answer', 'tool_result']);
  expect(events.find(({ type }) => type === 'tool_answer')).toMatchObject({
    requestId,
    status: 'success',
  });
  expect(requestId).toMatch(new RegExp(`^${turn.id}-[0-9a-f]{32}$`));
  expect(await turn.answer(requestId, { output: { sky: 'clear', degrees: 21 } })).toBe('taken');
  expect(await turn.answer(requestId, { output: 'again' })).toBe('late');
  expect(await (await openTurn(turn.directory)).answer(requestId, { output: 1 })).toBe('late');
  for (const one of [turn, await openTurn(turn.directory)]) {
    expect(await one.answer('another', { output: 'what?' })).toBe('unknown');
  }
  // What opened the door is gone with the turn.
  expect((await fixture.written()).filter((path) => path.includes('.dragoman-caller'))).toEqual([]);
});

test('several at once each get their own answer, in whatever order', async () => {
  const cities = ['Smyrna', 'Pergamon', 'Ephesus'];
  const turn = await start([cities.map(ask)]);
  const open: { requestId: string; city: unknown }[] = [];
  const events: JournaledEvent[] = [];
  for await (const event of turn.events()) {
    events.push(event);
    if (event.type !== 'tool_request' || !isJsonObject(event.input)) continue;
    open.push({ requestId: event.requestId, city: event.input.city });
    if (open.length < cities.length) continue;
    for (const { requestId, city } of open.toReversed()) {
      expect(await turn.answer(requestId, { output: `Fine in ${city}.` })).toBe('taken');
    }
  }
  const said = resultsIn(events).map(({ output }) => output);
  expect(said.toSorted()).toEqual(cities.map((city) => `Fine in ${city}.`).toSorted());
});

test('whatever is wrong with an answer, the call fails and the turn goes on', async () => {
  const cities = ['failed', 'malformed', 'a bigint', 'nothing', 'half a character', 'late'];
  const quick = { ...weather, timeoutMs: 2000 };
  const turn = await start(cities.map(ask), { tools: [quick] });
  const answers = new Map<unknown, unknown>([
    ['failed', { error: 'No such city.' }],
    ['malformed', {}],
    ['a bigint', { output: { degrees: 21n } }],
    ['nothing', { output: undefined }],
    ['half a character', { output: { sky: '☀ 😀'.slice(0, -1) } }],
  ]);
  const { events } = await answerRequests(turn, (request) => {
    const city =
      request.type === 'tool_request' && isJsonObject(request.input) && request.input.city;
    // As a caller without types may answer.
    return answers.get(city) as { output: unknown } | undefined;
  });
  const seen = resultsIn(events).map(({ status, output, error }) => [status, output, error]);
  expect(seen.map((result) => JSON.stringify(result))).toEqual([
    expect.stringMatching(/^\["error".*No such city\./),
    expect.stringMatching(/^\["error".*neither an output nor an error/),
    expect.stringMatching(/^\["error".*bigint/),
    expect.stringMatching(/^\["success","null"/),
    expect.stringMatching(/^\["success".*☀/),
    expect.stringMatching(/^\["error".*Nobody answered the call of getWeather within 2 seconds/),
  ]);
  expect(events.at(-1)).toMatchObject({ type: 'end', status: 'success' });
});

test('another process answers by the turn’s folder, also at length', async () => {
  const turn = await start([ask('Smyrna'), ask('Smyrna')]);
  const opened = await openTurn(turn.directory);
  const sizes = [5_000_000, 9_000_000];
  const again: AnswerReceipt[] = [];
  const { events, receipts } = await answerRequests(
    {
      events: opened.events,
      // Nobody else may have heard that it was taken.
      async answer(requestId, answer) {
        const receipt = await opened.answer(requestId, answer);
        again.push(await opened.answer(requestId, answer));
        again.push(await opened.answer(requestId, { output: 'another' }));
        return receipt;
      },
    },
    () => ({ output: 'x'.repeat(sizes.shift() ?? 0) }),
  );
  expect(receipts).toEqual(['taken', 'taken']);
  expect(again.slice(0, 2)).toEqual(['taken', 'late']);
  const [long, tooLong] = resultsIn(events);
  expect(long).toMatchObject({ status: 'success' });
  expect(JSON.stringify(tooLong)).toContain('more than the');
  expect(await opened.outcome).toMatchObject({ status: 'success' });
});

test('a turn that is canceled while it waits ends, and its request with it', async () => {
  const turn = await start([ask('Smyrna')]);
  const requestId = await requestOf(turn);
  await turn.cancel('Enough.');
  expect(await turn.outcome).toMatchObject({ status: 'canceled', reason: 'Enough.' });
  const last: JournaledEvent[] = [];
  for await (const event of turn.events()) last.push(event);
  expect(last.filter(({ type }) => type === 'tool_answer')).toMatchObject([
    { requestId, status: 'expired' },
  ]);
  expect(last.at(-1)?.type).toBe('end');
  expect(await turn.answer(requestId, { output: 'clear' })).toBe('late');
});

test('so does one whose agent is killed while it waits', async () => {
  const turn = await start([ask('Smyrna')]);
  const requestId = await requestOf(turn);
  for (const pid of await fixture.processes('codex')) process.kill(pid, 'SIGKILL');
  expect(await turn.outcome).toMatchObject({ status: 'failed', signal: 'SIGKILL' });
  expect(await turn.answer(requestId, { output: 'clear' })).toBe('late');
});

test('the token is in no argument of the agent, and the file that has it is for its user alone', async () => {
  const turn = await start([ask('Smyrna')]);
  await requestOf(turn);
  const [pid = 0] = await fixture.processes('codex');
  const pass =
    (await fixture.written()).find((path) => path.endsWith('.dragoman-caller.json')) ?? '';
  const { token } = JSON.parse(await readFile(pass, 'utf8'));
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(await readFile(`/proc/${pid}/cmdline`, 'utf8')).not.toContain(token);
  await turn.cancel();
  const texts = await Promise.all(
    (await fixture.written()).map((path) => readFile(path, 'latin1')),
  );
  expect(texts.filter((text) => text.includes(token))).toEqual([]);
});

test('what no agent could be offered is refused before anything exists', async () => {
  const refused = (more: object) => expect(start([], more)).rejects;
  const demo = { command: 'demo' };
  await refused({ mcpServers: { caller: demo } }).toMatchObject({ code: 'invalid_request' });
  await refused({ tools: [weather, weather] }).toMatchObject({ code: 'invalid_request' });
  expect(await fixture.written()).toEqual([]);
});
