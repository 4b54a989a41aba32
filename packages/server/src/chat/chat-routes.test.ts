import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { removeTree } from '@dragoman/sandbox';
import { INSTALL_TIMEOUT_MS, waitUntil } from '@dragoman/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  asking,
  createServerFixture,
  eventsOf,
  postRequest,
  refusalIn,
  type ServerFixture,
} from '../../test-inputs/server-fixture.js';
import type { UiMapperOptions } from '../delivery/ui-mapper.js';

let fixture: ServerFixture;
/** What the mappers were made for, in their order. */
const made: UiMapperOptions[] = [];

beforeAll(async () => {
  fixture = await createServerFixture({
    uiMapper(options = {}) {
      made.push(options);
      return {
        push: ({ type }) => [{ type }],
        pause: () => [{ type: 'paused' }],
        isFinished: false,
      };
    },
  });
}, INSTALL_TIMEOUT_MS);
afterAll(() => fixture.remove());

const said = { id: 'u', role: 'user', parts: [{ type: 'text', text: 'Ask me.' }] };
const { agent, tools } = asking;
/** A name is no path, whatever it looks like. */
const chat = { id: '../up', messages: [said], agent, tools };

test('a page that is reloaded while its turn begins gets that turn, and what it will ask', async () => {
  const { get, post } = fixture;
  const began = post('/v1/chat', chat);
  const claims = join(fixture.stateDirectory, 'server', 'conversations');
  await waitUntil('the chat is taken', async () => (await readdir(claims).catch(() => [])).length);
  const [first, again] = await Promise.all([began, get('/v1/chat/..%2Fup/stream')]);
  const turnId = first.headers.get('turn-id');
  expect([again.status, again.headers.get('turn-id')]).toEqual([200, turnId]);
  // Both have it to where the agent waits, and nothing was asked when they came.
  expect(await again.text()).toBe(await first.text());
  expect(made.at(-1)).toMatchObject({ turnId, asOf: { requests: [] } });

  const waiting = await get('/v1/chat/..%2Fup/stream');
  expect(await waiting.text()).toContain('paused');
  expect(made.at(-1)?.asOf?.requests).toHaveLength(1);

  await post('/v1/chat/..%2Fup/stop');
  expect((await get('/v1/chat/..%2Fup/stream')).status).toBe(204);
  // As retention leaves it: the chat is known, its turn is gone.
  await removeTree(join(fixture.stateDirectory, 'turns', turnId ?? ''));
  expect((await get('/v1/chat/..%2Fup/stream')).status).toBe(204);
  expect(await refusalIn(await post('/v1/chat/..%2Fup/stop'))).toEqual([404, 'not_found']);
  expect(await readdir(claims)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect(await readdir(join(claims, '..'))).not.toContain('up');
});

test('an answer counts, though the page that sent it was reloaded before it was read', async () => {
  const { id, requestId } = await fixture.ask({ conversation: 'reloaded' });
  const call = {
    type: 'tool-ask',
    toolCallId: requestId,
    state: 'output-available',
    output: 'Red.',
  };
  const messages = [said, { id, role: 'assistant', parts: [call] }];
  const request = postRequest('/v1/chat', { ...chat, id: 'reloaded', messages });
  const response = await fixture.server.fetch(
    new Request(request, { signal: AbortSignal.abort() }),
  );
  await response.body?.cancel();
  const events = await eventsOf(await fixture.get(`/v1/turns/${id}/events`));
  expect(events.find(({ type }) => type === 'tool_answer')).toMatchObject({ requestId });
  expect(events.at(-1)).toMatchObject({ type: 'end', status: 'success' });
});

test('a chat that could not begin keeps nobody waiting, and is none', async () => {
  const { get, post } = fixture;
  const [refused, stream] = await Promise.all([
    post('/v1/chat', { ...chat, id: 'other', agent: 'parrot' }),
    get('/v1/chat/other/stream'),
  ]);
  expect(refused.status).toBe(400);
  expect(stream.status).toBe(204);
  expect(await refusalIn(await post('/v1/chat/other/stop'))).toEqual([404, 'not_found']);
});
