import { isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';
import { type RelaySessionBody, relaySessionBody } from '@dragoman/protocol/http';
import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ACT, FIELD, LOOK, REPORT } from '../../test-inputs/form-scripts.js';
import { openRelay } from '../../test-inputs/relay-page.js';
import {
  asking,
  createServerFixture,
  refusalIn,
  type ServerFixture,
} from '../../test-inputs/server-fixture.js';

vi.setConfig({ testTimeout: 60_000 });

let fixture: ServerFixture;

beforeAll(async () => {
  fixture = await createServerFixture({
    script: { steps: [LOOK, ACT, { say: 'Done.' }] },
    keys: { find: async (key) => (key === 'key' ? { id: key } : undefined) },
  });
}, INSTALL_TIMEOUT_MS);
afterAll(() => fixture.remove());

/** What is read of a response, piece by piece. */
function pieces(response: Response, separator: string) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    async next(): Promise<string | undefined> {
      for (;;) {
        const end = text.indexOf(separator);
        if (end !== -1) {
          const piece = text.slice(0, end);
          text = text.slice(end + separator.length);
          return piece;
        }
        const { done, value = '' } = (await reader?.read()) ?? { done: true };
        if (done) return undefined;
        text += value;
      }
    },
    cancel: () => reader?.cancel(),
  };
}

function objectIn(text: string | undefined): JsonObject {
  const json = parseJson(text?.replace(/^data: /, '') ?? '');
  if (!json.ok || !isJsonObject(json.value)) throw new Error(`No object: ${text}`);
  return json.value;
}

/** A run that a page answers by the relay. */
async function begin(chat_id: string, more: object = {}) {
  const body = { type: 'agent.run', chat_id, message: 'Fill in the form.', relay: true, ...more };
  const response = await fixture.post('/agent-api/run', body, { authorization: 'Bearer key' });
  const lines = pieces(response, '\n');
  const relay = relaySessionBody.parse(objectIn(await lines.next()));
  const until = async (type: string): Promise<JsonObject> => {
    for (;;) {
      const event = objectIn(await lines.next());
      if (event.type === type) return event;
    }
  };
  const turnId = response.headers.get('turn-id') ?? '';
  return { turnId, relay, until, leave: lines.cancel };
}

const connect = (sessionId: string, token?: string, more = '') =>
  fixture.get(
    `/agent-api/relay?sessionId=${sessionId}${more}`,
    token === undefined ? {} : { authorization: `Bearer ${token}` },
  );

const send = (type: string, { sessionId, token }: RelaySessionBody, more: object) =>
  fixture.post('/agent-api/relay', { type, sessionId, token, ...more });
const respond = (relay: RelaySessionBody, response: object) =>
  send('relay.respond', relay, { response });

test('a page gets the requests by the session of a run, and answers them', async () => {
  const { relay, turnId, until } = await begin('one');
  expect(relay).toMatchObject({
    relayUrl: 'http://localhost/agent-api/relay',
    token: expect.stringMatching(/^drr_[\w-]{43}$/),
  });
  const stream = await connect(relay.sessionId, relay.token);
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  const page = pieces(stream, '\n\n');
  expect(await page.next()).toBe(': connected');
  expect(objectIn(await page.next())).toEqual({ type: 'ready', sessionId: relay.sessionId });
  const look = objectIn(await page.next());
  expect(look).toMatchObject({ type: 'snapshot_request', instruction: 'Fill it in.' });
  const { requestId } = look;
  const wrong = await respond(relay, { type: 'nothing', requestId: 'req-none', fields: [] });
  expect(await refusalIn(wrong)).toEqual([422, 'INVALID_RESPONSE']);
  const seen = { type: 'snapshot_response', requestId, fields: [FIELD] };
  const taken = await respond(relay, seen);
  expect([taken.status, await taken.json()]).toEqual([200, { ok: true }]);
  const act = objectIn(await page.next());
  expect(act).toMatchObject({ type: 'execute_request', fields: [FIELD] });
  const response = { type: 'execute_response', requestId: act.requestId, report: REPORT };
  expect((await respond(relay, response)).status).toBe(200);
  // The response of the run goes on to the end: nobody has to send results.
  expect(await until('end')).toMatchObject({ outcome: 'completed' });
  expect(await refusalIn(await respond(relay, response))).toEqual([404, 'NOT_FOUND']);
  const journal = await fixture.get(`/v1/turns/${turnId}/events`, { authorization: 'Bearer key' });
  const text = await journal.text();
  expect(text).not.toContain(relay.token);
  expect(text).not.toContain('relay.session');
});

test('a page may also answer what it has from the events of the run', async () => {
  const { relay, until } = await begin('events');
  const { requestId } = await until('snapshot_request');
  const bad = { type: 'execute_response', requestId, report: REPORT };
  expect(await refusalIn(await respond(relay, bad))).toEqual([422, 'INVALID_RESPONSE']);
  // The agent has got that as an error, and has gone on.
  const act = await until('execute_request');
  const late = { type: 'snapshot_response', requestId, fields: [FIELD] };
  expect(await refusalIn(await respond(relay, late))).toEqual([408, 'TIMEOUT']);
  const unknown = { ...late, requestId: 'req-none' };
  expect(await refusalIn(await respond(relay, unknown))).toEqual([404, 'NOT_FOUND']);
  const failed = { type: 'error_response', requestId: act.requestId, message: 'It is gone.' };
  expect((await respond(relay, failed)).status).toBe(200);
  expect(JSON.stringify(await until('tool_result'))).toContain('It is gone.');
  expect(await until('end')).toMatchObject({ outcome: 'completed' });
});

test('of two pages one has a request, and the token alone lets a page in', async () => {
  const { relay, until, leave } = await begin('two');
  const { sessionId, token } = relay;
  const { relay: other, leave: leaveOther } = await begin('three');
  const refusals = [
    await connect(sessionId),
    await connect(sessionId, other.token),
    await connect(sessionId, 'key'),
    // Where it was in the predecessor's requests.
    await connect(sessionId, undefined, `&token=${token}`),
    await connect(sessionId, token, `&token=${token}`),
    await respond({ ...relay, token: other.token }, { type: 'error_response', requestId: 'r' }),
    await send('relay.dispatch', { ...relay, token: 'drr_none' }, { request: {} }),
  ];
  for (const refused of refusals) {
    expect(await refusalIn(refused)).toEqual([401, 'UNAUTHORIZED']);
  }
  const dispatch = await send('relay.dispatch', relay, { request: { type: 'snapshot_request' } });
  expect(await refusalIn(dispatch)).toEqual([404, 'NOT_FOUND']);
  expect(await refusalIn(await connect('none', token))).toEqual([404, 'NOT_FOUND']);
  expect(await refusalIn(await send('relay.open', relay, {}))).toEqual([422, 'INVALID_RESPONSE']);

  const one = pieces(await connect(sessionId, token), '\n\n');
  for (const _ of [': connected', 'ready']) await one.next();
  const { requestId } = objectIn(await one.next());
  // A page that came by the other names can't take it from there.
  const foreign = { type: 'snapshot_response', requestId, instanceId: 'instance-9', fields: [] };
  const answered = await fixture.post(`/v1/relay/${sessionId}`, foreign, {
    authorization: `Bearer ${token}`,
  });
  expect(await refusalIn(answered)).toEqual([409, 'NO_BROWSER']);
  await respond(relay, { type: 'snapshot_response', requestId, fields: [FIELD] });
  expect(await until('execute_request')).toMatchObject({ fields: [FIELD] });
  await Promise.all([one.cancel(), leave(), leaveOther()]);
});

test('a session answers no request of a tool that it does not have, whoever has that', async () => {
  const { agent: agent_type, tools } = asking;
  const { relay, turnId, until } = await begin('tools', { agent_type, tools });
  const all = await openRelay(fixture.server, turnId, { authorization: 'Bearer key' });
  const page = pieces(await connect(all.sessionId, all.token, '&tools=ask'), '\n\n');
  for (const _ of [': connected', 'ready']) await page.next();
  const { requestId } = objectIn(await page.next());
  const response = { type: 'tool_response', requestId, output: 'This one.' };
  expect(await refusalIn(await respond(relay, response))).toEqual([409, 'NO_BROWSER']);
  expect((await respond(all, response)).status).toBe(200);
  expect(JSON.stringify(await until('tool_result'))).toContain('This one.');
});
