import { defineScript } from '@dragoman/gateway';
import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import { INSTALL_TIMEOUT_MS, waitUntil } from '@dragoman/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  ACT,
  ACTIONS,
  FIELD,
  LOOK,
  mcp,
  REPORT,
  scripted,
} from '../../test-inputs/form-scripts.js';
import {
  createServerFixture,
  refusalIn,
  type ServerFixture,
  turnsIn,
} from '../../test-inputs/server-fixture.js';

vi.setConfig({ testTimeout: 60_000 });

let fixture: ServerFixture;

beforeAll(async () => {
  fixture = await createServerFixture({
    keys: { find: async (key) => (key.startsWith('key') ? { id: key } : undefined) },
    policy: {
      agents: {
        filler: scripted(LOOK, ACT),
        pair: scripted([LOOK, LOOK]),
        looker: scripted(LOOK),
        asker: scripted(mcp('ask', {})),
        slow: scripted({ run: 'sleep 60' }),
        maker: scripted({ run: 'mkdir -p out; echo made > out/it.txt' }),
        echo: {
          agent: 'codex',
          access: ({ prompt }) => ({
            kind: 'script',
            script: defineScript({ steps: [{ say: prompt }] }),
          }),
        },
      },
      permission: 'bypass',
    },
    artifacts: 'out',
  });
}, INSTALL_TIMEOUT_MS);
afterAll(() => fixture.remove());

const [KEY, OTHER] = [{ authorization: 'Bearer key-1' }, { authorization: 'Bearer key-2' }];
const MESSAGE = 'Fill in the form.';

const run = (body: object, headers: Record<string, string> = KEY) =>
  fixture.post('/agent-api/run', { type: 'agent.run', ...body }, headers);

/** The lines of a run, to its end. */
async function linesOf(response: Response): Promise<readonly JsonObject[]> {
  const text = await response.text();
  expect(response.status, text).toBe(200);
  expect(text.endsWith('\n')).toBe(true);
  return text
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
    .filter(isJsonObject);
}

const only = (lines: readonly JsonObject[], type: string) =>
  lines.filter((line) => line.type === type);
const idIn = (lines: readonly JsonObject[], type: string) =>
  String(only(lines, type)[0]?.requestId);
const turnsOf = async (chat: string, headers = KEY) =>
  (await turnsIn(await fixture.get(`/v1/turns?conversation=${chat}`, headers))).turns;
const result = (toolCallId: string, toolName: string, output: unknown, isError?: boolean) => ({
  toolCallId,
  toolName,
  output,
  isError,
});

test('a response ends where the agent waits for the page, and the next run goes on from there', async () => {
  const chat = { chat_id: 'form', agent_type: 'filler', message: MESSAGE };
  const began = await run(chat);
  expect(began.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  const first = await linesOf(began);
  const look = idIn(first, 'snapshot_request');
  expect(only(first, 'snapshot_request')).toMatchObject([{ instruction: 'Fill it in.' }]);
  expect(first.at(-1)).toEqual({
    type: 'end',
    outcome: 'paused',
    pending: [look],
    last_seq: expect.any(Number),
  });
  // Clients of the predecessor send the message once more, with all results that there ever were.
  const seen = result(look, 'getFormSnapshot', { fields: [FIELD] });
  const unknown = result('call of long ago'.repeat(20), '', 'x');
  const second = await linesOf(await run({ ...chat, tool_results: [unknown, seen] }));
  const act = idIn(second, 'execute_request');
  expect(only(second, 'execute_request')).toMatchObject([{ actions: ACTIONS, fields: [FIELD] }]);
  expect(only(second, 'snapshot_request')).toEqual([]);
  expect(second.at(-1)).toMatchObject({ outcome: 'paused', pending: [act] });
  const done = result(act, 'executeFormActions', { type: 'json', value: { report: REPORT } });
  const third = await linesOf(await run({ chat_id: 'form', tool_results: [seen, done] }));
  expect(only(third, 'message')).toMatchObject([{ role: 'assistant', content: 'Done.' }]);
  expect(third.at(-1)).toMatchObject({ type: 'end', status: 'success', outcome: 'completed' });
  const all = [...first, ...second, ...third].flatMap(({ seq }) =>
    seq === undefined ? [] : [seq],
  );
  expect(all).toEqual(all.map((_, index) => index + 1));
  expect(await turnsOf('form')).toMatchObject([{ state: 'success' }]);

  // Something new, with all the results of before; and the same words once more.
  for (const message of ['And now?', MESSAGE]) {
    const next = await run({ ...chat, message, tool_results: [seen, done] });
    expect((await linesOf(next)).at(-1)).toMatchObject({ type: 'end' });
  }
  const turns = await turnsOf('form');
  expect(turns).toHaveLength(3);
  expect(new Set(turns.map((turn) => turn.session_id)).size).toBe(1);
});

test('calls that come together are one pause, and what arrived is answered', async () => {
  const first = await linesOf(await run({ chat_id: 'pair', agent_type: 'pair', message: MESSAGE }));
  const ids = only(first, 'snapshot_request').map(({ requestId }) => String(requestId));
  expect(ids).toHaveLength(2);
  expect(first.at(-1)).toMatchObject({ outcome: 'paused', pending: ids });
  const answer = (id = '') => result(id, 'getFormSnapshot', { fields: [FIELD] });
  const half = await linesOf(await run({ chat_id: 'pair', tool_results: [answer(ids[0])] }));
  expect(half.at(-1)).toMatchObject({ outcome: 'paused', pending: [ids[1]] });
  const rest = await linesOf(await run({ chat_id: 'pair', tool_results: ids.map(answer) }));
  expect(rest.at(-1)).toMatchObject({ outcome: 'completed' });
});

test('a tool that failed, and an answer that is none, are errors to the agent', async () => {
  const outcomes = [
    result('', 'getFormSnapshot', 'The form is gone.', true),
    result('', 'getFormSnapshot', 'The page crashed.'),
    result('', 'getFormSnapshot', { fields: [{ fieldId: 7 }] }),
  ];
  const words = ['The form is gone.', 'The page crashed.', 'fields.0'];
  for (const [index, outcome] of outcomes.entries()) {
    const chat_id = `failed-${index}`;
    const first = await linesOf(await run({ chat_id, agent_type: 'looker', message: MESSAGE }));
    const toolCallId = idIn(first, 'snapshot_request');
    const next = await linesOf(await run({ chat_id, tool_results: [{ ...outcome, toolCallId }] }));
    const [got] = only(next, 'tool_result');
    expect(got).toMatchObject({ status: 'error' });
    expect(JSON.stringify(got)).toContain(words[index]);
    expect(next.at(-1)).toMatchObject({ outcome: 'completed' });
  }
});

test('a tool of the client waits for its approval, and then for its result', async () => {
  const ask = { name: 'ask', input_schema: { type: 'object' }, needs_approval: true };
  const chat = { chat_id: 'approved', agent_type: 'asker', message: MESSAGE };
  const first = await linesOf(await run({ ...chat, tools: [ask] }));
  const toolCallId = idIn(first, 'tool_request');
  expect(only(first, 'tool_request')).toMatchObject([{ tool_name: 'ask', approval: 'requested' }]);
  const approvals = [{ toolCallId, approved: true }];
  const second = await linesOf(await run({ ...chat, approvals }));
  expect(only(second, 'tool_request')).toMatchObject([{ approval: 'granted' }]);
  expect(second.at(-1)).toMatchObject({ outcome: 'paused', pending: [toolCallId] });
  const tool_results = [result(toolCallId, 'ask', 'Yes.')];
  const third = await linesOf(await run({ ...chat, approvals, tool_results }));
  expect(only(third, 'tool_result')).toMatchObject([{ status: 'success', output: 'Yes.' }]);
  expect(third.at(-1)).toMatchObject({ outcome: 'completed' });
});

test('who says something new gives up what the agent waits for; a chat at work is busy', async () => {
  const chat = { chat_id: 'new', agent_type: 'looker' };
  const first = await linesOf(await run({ ...chat, message: MESSAGE }));
  const seen = result(idIn(first, 'snapshot_request'), 'getFormSnapshot', { fields: [FIELD] });
  await linesOf(await run({ ...chat, message: 'Never mind.', tool_results: [seen] }));
  expect(await turnsOf('new')).toMatchObject([{ state: 'waiting' }, { state: 'canceled' }]);

  const busy = await run({ chat_id: 'busy', agent_type: 'slow', message: MESSAGE });
  expect(await refusalIn(await run({ chat_id: 'busy', message: 'And?' }))).toEqual([
    409,
    'CHAT_BUSY',
  ]);
  // Whoever stops reading ends nothing.
  await busy.body?.cancel();
  const [turn] = await turnsOf('busy');
  expect(turn?.state).toBe('running');
  await fixture.post(`/v1/turns/${turn?.turn_id}/cancel`, undefined, KEY);
});

test('a result that comes too late shows how the agent went on, and begins nothing', async () => {
  const ask = { name: 'ask', input_schema: { type: 'object' }, timeout_ms: 500 };
  const chat = { chat_id: 'late', agent_type: 'asker', message: MESSAGE, tools: [ask] };
  const first = await linesOf(await run(chat));
  expect(first.at(-1)).toMatchObject({ outcome: 'paused' });
  await waitUntil('the turn ends', async () => (await turnsOf('late'))[0]?.end);
  const late = result(idIn(first, 'tool_request'), 'ask', 'Yes.');
  const rest = await linesOf(await run({ ...chat, tool_results: [late] }));
  expect(only(rest, 'tool_answer')).toMatchObject([{ status: 'expired' }]);
  expect(rest.at(-1)).toMatchObject({ outcome: 'completed' });
  expect(await turnsOf('late')).toHaveLength(1);
});

test('files are for the key of the chat, and are saved', async () => {
  await linesOf(await run({ chat_id: 'files', agent_type: 'maker', message: 'Make it.' }));
  const get = (query: string, headers = KEY) => fixture.get(`/agent-api/files?${query}`, headers);
  for (const path of ['out/it.txt', './out/it.txt&download=1']) {
    const file = await get(`chat_id=files&path=${path}`);
    expect([file.status, await file.text()]).toEqual([200, 'made\n']);
    expect(file.headers.get('content-disposition')).toContain('attachment');
    expect(file.headers.get('cache-control')).toBe('private, no-store');
  }
  for (const query of [
    'chat_id=files&path=./out/../out/it.txt',
    'chat_id=files&path=/etc/passwd',
    'chat_id=none&path=out/it.txt',
  ]) {
    expect(await refusalIn(await get(query)), query).toEqual([404, 'FILE_ERROR']);
  }
  expect(await refusalIn(await get('chat_id=files'))).toEqual([400, 'FILE_ERROR']);
  expect(await refusalIn(await get('chat_id=files&path=out/it.txt', OTHER))).toEqual([
    404,
    'FILE_ERROR',
  ]);
});

test('a chat belongs to its key, and nothing is there without one', async () => {
  const chat = { chat_id: 'mine', agent_type: 'looker', message: MESSAGE };
  const first = await linesOf(await run(chat));
  const seen = result(idIn(first, 'snapshot_request'), 'getFormSnapshot', { fields: [FIELD] });
  const foreign = await run({ chat_id: 'mine', tool_results: [seen] }, OTHER);
  expect(await refusalIn(foreign)).toEqual([404, 'SESSION_UNKNOWN']);
  expect(await turnsOf('mine')).toMatchObject([{ state: 'waiting' }]);
  for (const key of [{}, { authorization: 'Bearer other' }]) {
    expect(await refusalIn(await run(chat, key))).toEqual([401, 'UNAUTHORIZED']);
    expect(await refusalIn(await fixture.post('/agent-api/auth', {}, key))).toEqual([
      401,
      'UNAUTHORIZED',
    ]);
    expect(await refusalIn(await fixture.get('/agent-api/files?chat_id=a&path=b', key))).toEqual([
      401,
      'UNAUTHORIZED',
    ]);
  }
  const known = await fixture.post('/agent-api/auth', undefined, KEY);
  expect([known.status, await known.json()]).toEqual([200, { ok: true }]);
});

test('the agent gets the document with the message', async () => {
  const chat = { chat_id: 'document', agent_type: 'echo', message: 'Sum it up.' };
  const lines = await linesOf(await run({ ...chat, document: 'Ada was born in London.' }));
  const [said] = only(lines, 'message').filter(({ role }) => role === 'assistant');
  expect(said?.content).toBe('<document>\nAda was born in London.\n</document>\n\nSum it up.');
});

test('what the predecessor had and this server has not is refused in words', async () => {
  const chat = { chat_id: 'absent', message: MESSAGE };
  for (const [body, code, words] of [
    [{ ...chat, env: { A: 'b' } }, 'INVALID_REQUEST', /environment/],
    [{ ...chat, snapshot_id: 'snap' }, 'INVALID_REQUEST', /no snapshots/],
    [{ chat_id: 'absent' }, 'INVALID_REQUEST', /`message`/],
    [{ message: MESSAGE }, 'INVALID_REQUEST', /chat_id/],
    [{ ...chat, agent_type: 'none' }, 'AGENT_NOT_ALLOWED', /none/],
  ] as const) {
    const refused = await run(body);
    const said = (await refused.json()) as { errorCode: string; message: string; ok: boolean };
    expect([refused.status, said.ok, said.errorCode]).toEqual([400, false, code]);
    expect(said.message).toMatch(words);
  }
  const build = await fixture.post('/agent-api/build', {}, KEY);
  expect(build.status).toBe(404);
  expect(await build.json()).toMatchObject({
    errorCode: 'NOT_FOUND',
    message: expect.stringContaining('Nothing is built here'),
  });
  expect(await turnsOf('absent')).toEqual([]);
  // Empty, as the predecessor's own clients send them.
  const empty = await run({ ...chat, agent_type: 'echo', env: {}, snapshot_id: '' });
  expect((await linesOf(empty)).at(-1)).toMatchObject({ outcome: 'completed' });
});
