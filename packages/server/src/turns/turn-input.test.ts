import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineScript } from '@dragoman/gateway';
import { INSTALL_TIMEOUT_MS, testAgent, waitUntil } from '@dragoman/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createServerFixture,
  eventsOf,
  postRequest,
  refusalIn,
  type ServerFixture,
  turnIn,
} from '../../test-inputs/server-fixture.js';

let fixture: ServerFixture;
beforeAll(async () => {
  await testAgent('claude');
  const script = defineScript({
    steps: [
      { run: 'until test -e go; do sleep 0.05; done' },
      { actions: [{ say: 'So be it.' }], times: 4 },
    ],
  });
  fixture = await createServerFixture({
    policy: { permission: 'bypass', agents: { claude: { access: { kind: 'script', script } } } },
  });
}, INSTALL_TIMEOUT_MS);
afterAll(() => fixture.remove());

const begin = (body: object = {}) =>
  fixture.post('/v1/turns', { prompt: 'Begin.', accepts_input: true, ...body });

test('more input for a turn at work is read in it, whichever server gets it', async () => {
  const { get, post } = fixture;
  const response = await begin({ conversation: 'steered' });
  const path = `/v1/turns/${response.headers.get('turn-id')}`;
  const first = await post(`${path}/input`, { text: 'Also this.' });
  expect([first.status, (await turnIn(first)).state]).toEqual([200, 'running']);
  const server = fixture.again();
  const other = await server.fetch(postRequest(`${path}/input`, { text: 'And that.' }));
  expect(other.status).toBe(200);
  for (const text of ['/clear', ' \n', '']) {
    expect(await refusalIn(await post(`${path}/input`, { text }))).toEqual([
      400,
      'invalid_request',
    ]);
  }
  await writeFile(join(fixture.workspace, 'go'), '');
  const events = await eventsOf(response);
  const said = events.flatMap((event) =>
    event.type === 'message' && event.role === 'user' ? event.content : [],
  );
  expect(said).toEqual(['Begin.', 'Also this.', 'And that.']);
  expect(events.filter(({ type }) => type === 'end')).toMatchObject([{ status: 'success' }]);
  expect(await refusalIn(await post(`${path}/input`, { text: 'Late.' }))).toEqual([
    409,
    'turn_over',
  ]);
  const { session_id: session } = await turnIn(await get(path));
  const saved = await (await get(`/v1/sessions/${session}/messages`)).text();
  expect(saved).toMatch(/Begin\..*Also this\..*And that\..*So be it\./s);
});

test('a turn that was not begun for it takes none', async () => {
  const { get, post } = fixture;
  const response = await begin({ accepts_input: false });
  const path = `/v1/turns/${response.headers.get('turn-id')}`;
  await waitUntil('it is at work', async () =>
    (await turnIn(await get(path))).state === 'running' ? true : undefined,
  );
  expect(await refusalIn(await post(`${path}/input`, { text: 'More.' }))).toEqual([
    409,
    'input_unsupported',
  ]);
  await eventsOf(response);
});
