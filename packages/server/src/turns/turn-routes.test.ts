import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createServerFixture,
  eventsOf,
  type ServerFixture,
} from '../../test-inputs/server-fixture.js';

let fixture: ServerFixture;
beforeAll(async () => {
  fixture = await createServerFixture();
}, INSTALL_TIMEOUT_MS);
afterAll(() => fixture.remove());

test('a turn is begun, and its events come as they are in the journal', async () => {
  const { post, get } = fixture;
  const response = await post('/v1/turns', { prompt: 'Say hello.', conversation: 'chat' });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  const id = response.headers.get('turn-id');
  const events = await eventsOf(response);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index + 1));
  expect(events.at(-1)).toMatchObject({ type: 'end', status: 'success' });
  const again = await get(`/v1/turns/${id}/events?after=2`);
  expect(await eventsOf(again)).toEqual(events.slice(2));
  expect(await (await get(`/v1/turns/${id}`)).json()).toMatchObject({ state: 'success' });
});
