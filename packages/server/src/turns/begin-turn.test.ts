import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  asking,
  createServerFixture,
  eventsOf,
  refusalIn,
  type ServerFixture,
  turnIn,
  turnsIn,
} from '../../test-inputs/server-fixture.js';

const ada = { authorization: 'Bearer ada' };
const bob = { authorization: 'Bearer bob' };

let fixture: ServerFixture;
beforeAll(async () => {
  fixture = await createServerFixture({
    keys: { find: async (key) => ({ id: key }) },
    policy: { limits: { turnsPerKey: 1 } },
  });
}, INSTALL_TIMEOUT_MS);
afterAll(() => fixture.remove());

test('what is one client’s is a 404 for every other, and each has a conversation of that name', async () => {
  const { ask, get, post } = fixture;
  const { id, requestId } = await ask({ conversation: 'chat' }, ada);
  const path = `/v1/turns/${id}`;
  const session = (await turnIn(await get(path, ada))).session_id;
  const refused = [
    await get(path, bob),
    await get(`${path}/events`, bob),
    await post(`${path}/answers`, { requestId, output: 1 }, bob),
    await post(`${path}/cancel`, {}, bob),
    await post(`${path}/input`, { text: 'x' }, bob),
  ];
  for (const response of refused) expect(await refusalIn(response)).toEqual([404, 'turn_unknown']);
  expect((await turnsIn(await get('/v1/turns', bob))).turns).toEqual([]);
  for (const body of [{ session_id: session }, { session_id: session, fork: true }]) {
    const response = await post('/v1/turns', { prompt: 'Hi.', ...body }, bob);
    expect(await refusalIn(response)).toEqual([404, 'session_unknown']);
  }
  const full = await post('/v1/turns', { ...asking, conversation: 'another' }, ada);
  expect(await refusalIn(full)).toEqual([429, 'too_many_turns']);

  // Bob's chat is another one.
  const own = await ask({ conversation: 'chat' }, bob);
  expect((await turnIn(await get(`/v1/turns/${own.id}`, bob))).session_id).not.toBe(session);
  await post(`/v1/turns/${own.id}/cancel`, {}, bob);
  await post(`${path}/answers`, { requestId, output: 'Yes.' }, ada);
  await eventsOf(await get(`${path}/events`, ada));

  // It has its slot back, and the conversation its session, which another one can fork.
  const body = { prompt: 'Go on.', agent: 'codex' };
  const other = await post('/v1/turns', { ...body, conversation: 'chat' }, ada);
  expect(await refusalIn(other)).toEqual([400, 'invalid_request']);
  const forked = await post('/v1/turns', { ...asking, session_id: session, fork: true }, ada);
  const forkId = forked.headers.get('turn-id') ?? '';
  await post(`/v1/turns/${forkId}/cancel`, {}, ada);
  await forked.body?.cancel();

  // Expired: never a fresh start in disguise.
  const sessions = join(fixture.stateDirectory, 'sessions');
  await rm(sessions, { recursive: true });
  for (const _again of [1, 2]) {
    const gone = await post('/v1/turns', { ...asking, conversation: 'chat' }, ada);
    expect(await refusalIn(gone)).toEqual([404, 'session_unknown']);
  }
  expect(await readdir(join(fixture.stateDirectory, 'turns'))).toHaveLength(3);
});

test('a refusal names no folder of the machine, and says what can’t be done', async () => {
  const image = { media_type: 'image/png', data: 'AAAA' };
  const tool = { name: 'ask', input_schema: { type: 'object' } };
  const refused = async (body: object) => {
    const response = await fixture.post('/v1/turns', { ...asking, ...body }, ada);
    return [response.status, await response.json()];
  };
  const message = expect.stringMatching(/^An image of the request [^/]*$/);
  expect(await refused({ images: [image] })).toMatchObject([400, { message }]);
  // Where the path is written for the operator.
  expect(fixture.log.at(-1)?.error).toContain('image-1.png');
  expect(await refused({ tools: [tool, tool] })).toMatchObject([
    400,
    { message: expect.stringContaining('there is another of that name') },
  ]);
});

test('who has the end of a turn can begin the next, with all its slots', async () => {
  for (const _again of [1, 2]) {
    const response = await fixture.post('/v1/turns', { prompt: 'Hi.', agent: 'codex' }, bob);
    expect(response.status).toBe(200);
    expect((await eventsOf(response)).at(-1)).toMatchObject({ type: 'end', status: 'success' });
  }
});

test('a server that closes takes no new turns, and each reader gets its end', async () => {
  const { ask, get, post, server } = fixture;
  const { id } = await ask({ conversation: 'closing' }, ada);
  const events = eventsOf(await get(`/v1/turns/${id}/events`, ada));
  const closed = server.close({ drainMs: 300 });
  expect(await refusalIn(await post('/v1/turns', asking, bob))).toEqual([503, 'draining']);
  expect(await refusalIn(await get('/ready'))).toEqual([503, 'draining']);
  await closed;
  expect((await events).at(-1)).toMatchObject({
    type: 'end',
    status: 'canceled',
    reason: 'The server is shutting down.',
  });
  expect(await fixture.remains()).toEqual([]);
});
