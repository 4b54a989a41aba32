import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  asking,
  createServerFixture,
  eventsOf,
  postRequest,
  type ServerFixture,
  turnIn,
  turnsIn,
} from '../../test-inputs/server-fixture.js';

let fixture: ServerFixture;
beforeAll(async () => {
  fixture = await createServerFixture({ basePath: '/agents' });
}, INSTALL_TIMEOUT_MS);
afterAll(() => fixture.remove());

const TURNS = '/agents/v1/turns';
const json = async (response: Response) => ({
  status: response.status,
  body: await response.json(),
});

describe('a turn that nobody has to answer', () => {
  test('is begun, and its events come as they are in the journal, again and again', async () => {
    const { post, get } = fixture;
    const prompt = `Say hello. token=abcdefgh12345678 ${'x'.repeat(500)}`;
    const response = await post(TURNS, { prompt, agent: 'codex' });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    const id = response.headers.get('turn-id');
    const events = await eventsOf(response);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index + 1));
    expect(events.at(-1)).toMatchObject({ type: 'end', status: 'success' });

    const path = `${TURNS}/${id}`;
    expect(await eventsOf(await get(`${path}/events?after=2`))).toEqual(events.slice(2));
    const page = await get(`${path}/events`, {
      accept: 'text/event-stream',
      'last-event-id': String(events.length - 1),
    });
    expect(page.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(await page.text()).toMatch(/^id: \d+\ndata: \{"type":"end".*\}\n\n$/);
    // A page that comes back has more than the address that it began with.
    const back = (last: number) =>
      get(`${path}/events?after=1`, { accept: 'text/event-stream', 'last-event-id': `${last}` });
    expect(await (await back(events.length - 1)).text()).toMatch(/^id: \d+\ndata: \{"type":"end"/);
    expect((await back(events.length)).status).toBe(204);
    const head = await fixture.server.fetch(
      new Request(`http://localhost${path}/events`, { method: 'HEAD' }),
    );
    expect([head.status, head.headers.get('turn-id'), await head.text()]).toEqual([200, id, '']);
    for (const after of ['0x1', '1e1', '-1', '1.0', ' 1', '9'.repeat(16), '9'.repeat(99)]) {
      expect((await get(`${path}/events?after=${after}`)).status).toBe(400);
    }
    expect(await json(await get(`${path}/events?after=${events.length + 1}`))).toMatchObject({
      status: 416,
      body: { ok: false, errorCode: 'cursor_beyond_end' },
    });
    expect(await json(await get(path))).toMatchObject({
      status: 200,
      body: {
        turn_id: id,
        state: 'success',
        agent: 'codex',
        prompt: expect.stringMatching(/^Say hello\. token=\[redacted\] x{172}$/),
        workspace: 'app',
        session_id: expect.any(String),
        last_seq: events.length,
        requests: [],
        end: { status: 'success' },
      },
    });
    const metrics = await (await get('/agents/metrics')).text();
    expect(metrics).toContain('dragoman_turns_total{state="success"} 1');
    expect(metrics).toContain('dragoman_readers 0');
    expect(metrics).toContain('route="/agents/v1/turns/{id}/events",status="416"} 1');
    expect(metrics).not.toContain(id);
  });
});

describe('a turn that waits for an answer', () => {
  test('is answered once, and goes on', async () => {
    const { ask, get, post } = fixture;
    const { id, requestId } = await ask({ conversation: 'answered' });
    const waiting = await json(await get(`${TURNS}/${id}`));
    expect(waiting.body).toMatchObject({
      state: 'waiting',
      requests: [{ requestId, type: 'tool_request', tool_name: 'ask', seq: expect.any(Number) }],
    });
    const answers = `${TURNS}/${id}/answers`;
    const receipt = async (body: unknown) => (await post(answers, body)).json();
    expect(await receipt({ requestId: 'nobody', output: 1 })).toEqual({ receipt: 'unknown' });
    const message = expect.stringContaining('an `output`, an `error` or `approved`');
    expect(await receipt({ requestId })).toMatchObject({ errorCode: 'invalid_request', message });
    expect(await receipt({ requestId, approved: true })).toEqual({ receipt: 'taken' });
    expect(await receipt({ requestId, approved: true })).toEqual({ receipt: 'taken' });
    expect(await receipt({ requestId, error: 'No.' })).toEqual({ receipt: 'late' });
    const events = await eventsOf(await get(`${TURNS}/${id}/events`));
    expect(events.at(-1)).toMatchObject({ status: 'success' });
    expect(events.find(({ type }) => type === 'tool_answer')).toMatchObject({ requestId });
    const input = await json(await post(`${TURNS}/${id}/input`, { text: 'More.' }));
    expect(input).toMatchObject({ status: 409, body: { errorCode: 'turn_over' } });
  });

  test('is approved first where its tool needs that, and then asks to be executed', async () => {
    const { ask, get, post } = fixture;
    const tools = asking.tools.map((tool) => ({ ...tool, needs_approval: true }));
    const { id, requestId } = await ask({ tools });
    const answers = `${TURNS}/${id}/answers`;
    const open = async () => (await json(await get(`${TURNS}/${id}`))).body;
    expect(await open()).toMatchObject({ requests: [{ requestId, approval: 'requested' }] });
    const receipt = async (body: unknown) => (await post(answers, body)).json();
    expect(await receipt({ requestId, approved: true })).toEqual({ receipt: 'taken' });
    expect(await open()).toMatchObject({
      state: 'waiting',
      requests: [{ requestId, approval: 'granted' }],
    });
    expect(await receipt({ requestId, output: 'This one.' })).toEqual({ receipt: 'taken' });
    const events = await eventsOf(await get(`${TURNS}/${id}/events`));
    const asked = events.filter(({ type }) => type === 'tool_request');
    expect(asked).toMatchObject([{ approval: 'requested' }, { approval: 'granted' }]);
    expect(events.at(-1)).toMatchObject({ status: 'success' });
  });

  test('keeps its conversation, until another supersedes it and goes on with its session', async () => {
    const { ask, get, post } = fixture;
    const first = await ask({ conversation: 'superseded' });
    const busy = await json(await post(TURNS, { ...asking, conversation: 'superseded' }));
    expect(busy).toMatchObject({
      status: 409,
      body: { errorCode: 'conversation_busy', turn_id: first.id },
    });
    const input = await json(await post(`${TURNS}/${first.id}/input`, { text: 'More.' }));
    expect(input).toMatchObject({ status: 409, body: { errorCode: 'input_unsupported' } });

    const second = await ask({ conversation: 'superseded', supersede: true });
    const turns = (await turnsIn(await get(`${TURNS}?conversation=superseded`))).turns;
    expect(turns).toMatchObject([
      { turn_id: second.id, state: 'waiting', session_id: turns[1]?.session_id },
      { turn_id: first.id, state: 'canceled' },
    ]);
    expect((await turnsIn(await get(`${TURNS}?state=waiting&limit=1`))).turns).toHaveLength(1);
    const page = await turnsIn(await get(`${TURNS}?limit=1`));
    expect(page).toMatchObject({ turns: [{ turn_id: second.id }], next: second.id });
    const next = await turnsIn(await get(`${TURNS}?limit=1&before=${page.next}`));
    expect(next.turns[0]?.turn_id).toBe(first.id);

    const canceled = await json(await post(`${TURNS}/${second.id}/cancel`, { reason: 'Enough.' }));
    expect(canceled.body).toMatchObject({ state: 'canceled', end: { reason: 'Enough.' } });
    // Without a body, and though it is over.
    const again = await fixture.server.fetch(
      new Request(`http://localhost${TURNS}/${second.id}/cancel`, { method: 'POST' }),
    );
    expect(await again.json()).toEqual(canceled.body);
  });
});

describe('a start', () => {
  test('under one key is one turn, at once and after a restart; with another body it is refused', async () => {
    const { post, again, get } = fixture;
    const body = { prompt: 'Say hello.', conversation: 'once' };
    // The response is JSON, whatever its events could come as.
    const accept = 'application/json';
    const headers = { 'idempotency-key': 'k1', prefer: 'respond-async', accept };
    const begun = await Promise.all([1, 2, 3].map(() => post(TURNS, body, headers)));
    const ids = begun.map((response) => response.headers.get('turn-id'));
    expect(new Set(ids).size).toBe(1);
    const [first] = begun;
    expect([first?.status, first?.headers.get('location'), await first?.json()]).toEqual([
      202,
      `${TURNS}/${ids[0]}`,
      { turn_id: ids[0] },
    ]);
    const other = await json(await post(TURNS, { ...body, prompt: 'Else.' }, headers));
    expect(other).toMatchObject({ status: 409, body: { errorCode: 'idempotency_mismatch' } });
    const next = again();
    const restarted = await next.fetch(postRequest(TURNS, body, headers));
    expect(restarted.headers.get('turn-id')).toBe(ids[0]);
    const known = await next.fetch(new Request(`http://localhost${TURNS}/${ids[0]}`));
    // Whichever server says it: `created_at` was another by some milliseconds.
    const own = await turnIn(await get(`${TURNS}/${ids[0]}`));
    expect(await turnIn(known)).toMatchObject({
      prompt: 'Say hello.',
      conversation: 'once',
      created_at: own.created_at,
    });
    await eventsOf(await get(`${TURNS}/${ids[0]}/events`));
  });

  test('of one conversation twice at once is one turn and one refusal', async () => {
    const { post, get } = fixture;
    const body = { prompt: 'Say hello.', conversation: 'twice' };
    const begun = await Promise.all(
      [1, 2].map(() => post(TURNS, body, { prefer: 'respond-async' })),
    );
    expect(begun.map(({ status }) => status).sort()).toEqual([202, 409]);
    const turns = (await turnsIn(await get(`${TURNS}?conversation=twice`))).turns;
    expect(turns).toHaveLength(1);
    await eventsOf(await get(`${TURNS}/${turns[0]?.turn_id}/events`));
  });

  test('that is refused leaves its conversation and its key free', async () => {
    const { post, get } = fixture;
    const body = { prompt: 'Say hello.', conversation: 'refused', model: 'other' };
    const headers = { 'idempotency-key': 'refused' };
    const refused = await json(await post(TURNS, body, headers));
    expect(refused).toMatchObject({ status: 400, body: { errorCode: 'model_not_allowed' } });
    expect((await turnsIn(await get(`${TURNS}?conversation=refused`))).turns).toEqual([]);
    const again = await json(await post(TURNS, body, headers));
    expect(again).toEqual(refused);
  });
});
