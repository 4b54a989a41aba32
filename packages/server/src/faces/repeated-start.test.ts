import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import {
  createServerFixture,
  refusalIn,
  type ServerFixture,
} from '../../test-inputs/server-fixture.js';
import { turnsOf } from '../../test-inputs/turns-of.js';

let fixture: ServerFixture;
beforeAll(async () => {
  fixture = await createServerFixture({
    uiMapper: () => ({ push: () => [], pause: () => [], isFinished: false }),
  });
}, INSTALL_TIMEOUT_MS);
afterAll(() => fixture.remove());

const text = (value: string) => ({ type: 'text', text: value });
const chat = {
  id: 'chat',
  messages: [
    { id: 's', role: 'system', parts: [text('Be brief.')] },
    { id: 'u', role: 'user', parts: [text('Hi.')] },
  ],
};
const run = {
  threadId: 'thread',
  runId: 'r',
  messages: [
    { id: 's', role: 'system', content: 'Be brief.' },
    { id: 'u', role: 'user', content: 'Hi.' },
  ],
};

test.each([
  ['/v1/chat', chat, { ...chat, messages: chat.messages.slice(1) }],
  ['/v1/ag-ui', run, { ...run, messages: run.messages.slice(1) }],
])('a start of %s that is sent again is the same turn', async (path, body, another) => {
  const begin = async (sent: object) => {
    const response = await fixture.post(path, sent, { 'idempotency-key': path });
    if (!response.ok) return refusalIn(response);
    await response.text();
    return response.headers.get('turn-id');
  };
  // By the second time the agent's session is known, and less would be sent to it.
  const first = await begin(body);
  expect(await begin(body)).toBe(first);
  expect(await begin(another)).toEqual([409, 'idempotency_mismatch']);
});

test('a response that goes on with another and is asked for again is the same turn', async () => {
  const respond = async (body: object, headers = {}) => {
    const response = await fixture.post('/v1/responses', body, headers);
    return z.object({ id: z.string(), status: z.string() }).parse(await response.json());
  };
  const first = await respond({ input: 'Hi.', conversation: 'talk' });
  const next = { input: 'And now?', previous_response_id: first.id };
  const key = { 'idempotency-key': 'next' };
  const second = await respond(next, key);
  expect(second.status).toBe('completed');
  expect(await respond(next, key)).toEqual(second);
  expect(await turnsOf(fixture, { conversation: 'talk' })).toHaveLength(2);
});
