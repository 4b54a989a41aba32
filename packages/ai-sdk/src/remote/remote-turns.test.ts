import { startTurnBody } from '@dragoman/protocol/http';
import { expect, test } from 'vitest';
import type { TurnRequest } from '../model/turn-source.js';
import { createRemoteTurns } from './remote-turns.js';

interface Sent {
  readonly what: string;
  readonly body: unknown;
  readonly headers: Headers;
}

/** A server that notes what it is sent. */
function createNotes(answer: (sent: Sent, before: readonly Sent[]) => Response | undefined) {
  const sent: Sent[] = [];
  const turns = createRemoteTurns({
    url: 'http://127.0.0.1:1/base/',
    key: 'secret',
    workspace: 'app',
    async fetch(input, init) {
      const { pathname, search } = new URL(String(input));
      const now = {
        what: `${init?.method} ${pathname}${search}`,
        body: init?.body == null ? undefined : JSON.parse(String(init.body)),
        headers: new Headers(init?.headers),
      };
      const before = [...sent];
      sent.push(now);
      const response = answer(now, before);
      return response ?? Response.json({ turn_id: 'turn-1' }, { status: 202 });
    },
  });
  return { turns, sent };
}

const REQUEST: TurnRequest = { agent: 'codex@0.166.0', prompt: 'Go.', images: [] };
const resource = { turn_id: 'turn-1', state: 'canceled', agent: 'codex', created_at: '' };

test('a request of a model is a body that the server takes, with a key that no other has', async () => {
  const { turns, sent } = createNotes(() => undefined);
  const data = Uint8Array.from({ length: 100_000 }, (_, index) => index);
  await turns.start({
    ...REQUEST,
    images: [{ mediaType: 'image/png', data }],
    resume: 's-1',
    conversation: 'chat',
    tools: [{ name: 'weather', inputSchema: { type: 'object' }, timeoutMs: 1.5 }],
    reasoningEffort: 'low',
  });
  await turns.start({ ...REQUEST, fork: 's-1' });
  const bodies = sent.map(({ body }) => startTurnBody.parse(body));
  const [{ images: [image] = [], ...first } = { prompt: '' }, second] = bodies;
  expect(Buffer.from(image?.data ?? '', 'base64')).toEqual(Buffer.from(data));
  expect(first).toEqual({
    agent: 'codex@0.166.0',
    prompt: 'Go.',
    workspace: 'app',
    session_id: 's-1',
    conversation: 'chat',
    supersede: true,
    tools: [{ name: 'weather', input_schema: { type: 'object' }, timeout_ms: 2 }],
    reasoning_effort: 'low',
  });
  expect(second).toMatchObject({ session_id: 's-1', fork: true });
  expect(sent[0]).toMatchObject({ what: 'POST /base/v1/turns' });
  expect(sent[0]?.headers.get('authorization')).toBe('Bearer secret');
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(2);
});

test('an agent that can not be held to a schema is asked for it in words', async () => {
  const body = { ok: false, errorCode: 'unsupported_option', message: 'It has no such way.' };
  const { turns, sent } = createNotes((_sent, before) =>
    before.length === 0 ? Response.json(body, { status: 400 }) : undefined,
  );
  const outputSchema = { type: 'object' };
  await turns.start({ ...REQUEST, outputSchema, schemaWords: 'Answer with JSON.' });
  expect(sent.map(({ body: asked }) => asked)).toEqual([
    { agent: REQUEST.agent, workspace: 'app', prompt: 'Go.', output_schema: outputSchema },
    { agent: REQUEST.agent, workspace: 'app', prompt: 'Go.\n\nAnswer with JSON.' },
  ]);
});

test('a start whose response was lost is canceled when the call is aborted before the next try', async () => {
  const stop = new AbortController();
  const { turns, sent } = createNotes(({ what }, before) => {
    if (what.endsWith('/cancel')) {
      return Response.json({ ...resource, last_seq: 1, requests: [] });
    }
    if (before.length > 0) return undefined;
    queueMicrotask(() => stop.abort(new Error('enough')));
    throw new TypeError('terminated');
  });
  await expect(turns.start(REQUEST, stop.signal)).rejects.toThrow('enough');
  expect(sent.map(({ what }) => what)).toEqual([
    'POST /base/v1/turns',
    'POST /base/v1/turns',
    'POST /base/v1/turns/turn-1/cancel',
  ]);
  const [lost, again] = sent.map(({ headers }) => headers.get('idempotency-key'));
  expect(again).toBe(lost);
});

test('a turn that was stopped as it began is canceled before the start is said to have failed', async () => {
  const stop = new AbortController();
  const { turns, sent } = createNotes(({ what }) => {
    if (what.endsWith('/turns')) stop.abort(new Error('enough'));
    const ended = { ...resource, last_seq: 1, requests: [] };
    return what.endsWith('/cancel') ? Response.json(ended) : undefined;
  });
  await expect(turns.start(REQUEST, stop.signal)).rejects.toThrow('enough');
  expect(sent.map(({ what }) => what)).toEqual([
    'POST /base/v1/turns',
    'POST /base/v1/turns/turn-1/cancel',
  ]);
  await expect(turns.start(REQUEST, stop.signal)).rejects.toThrow('enough');
  expect(sent).toHaveLength(2);
});
