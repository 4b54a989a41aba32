import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { OpenAPIClientAxios } from 'openapi-client-axios';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  createServerFixture,
  eventIn,
  type ServerFixture,
} from '../../test-inputs/server-fixture.js';
import { type ListeningServer, listen } from '../node/listen.js';

vi.setConfig({ testTimeout: 60_000 });

let fixture: ServerFixture;
let listening: ListeningServer;

beforeAll(async () => {
  fixture = await createServerFixture();
  listening = await listen(fixture.server);
}, INSTALL_TIMEOUT_MS);
afterAll(async () => {
  await listening.close();
  await fixture.remove();
});

test('a client made of the document runs a turn and finds it again', async () => {
  const client = await new OpenAPIClientAxios({
    definition: `${listening.url}/openapi.json`,
    axiosConfigDefaults: { baseURL: listening.url },
  }).init();
  const call = (id: string, ...given: unknown[]) => {
    const operation: unknown = client[id];
    if (typeof operation !== 'function') throw new Error(`The document has no ${id}.`);
    return operation.apply(client, given);
  };
  const started = await call('startTurn', null, { prompt: 'Say hello.', conversation: 'chat' });
  const events = String(started.data).split('\n').filter(Boolean).map(eventIn);
  expect(events.at(-1)).toMatchObject({ type: 'end', status: 'success' });
  const id = started.headers['turn-id'];
  expect((await call('getTurn', { id })).data).toMatchObject({ turn_id: id, state: 'success' });
  expect((await call('listTurns', { conversation: 'chat' })).data.turns).toHaveLength(1);
  const rest = await call('readEvents', { id, after: events.length - 1 });
  expect(rest.data).toMatchObject({ type: 'end' });
  await expect(call('getTurn', { id: 'none' })).rejects.toMatchObject({
    response: { status: 404, data: { ok: false, errorCode: 'turn_unknown' } },
  });
});
