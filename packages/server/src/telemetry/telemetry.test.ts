import { DragomanError, type JournaledEvent, parseEvent } from '@dragoman/protocol';
import { Hono } from 'hono';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type EndedSpan, registerMemoryTracer } from '../../test-inputs/memory-tracer.js';
import { clientError, errorResponse } from '../errors/error-response.js';
import type { ServerEnv } from '../server-context.js';
import { traceRequests } from './request-span.js';
import { traceTurn } from './turn-span.js';

const SECRET = 'what nobody else may read';

const LINES = [
  { type: 'init', session_id: 'session-1', agent: 'codex' },
  { type: 'init', modelId: 'gpt-5-codex' },
  { type: 'message', role: 'assistant', content: SECRET, delta: false },
  {
    type: 'tool_use',
    tool_id: 'a',
    tool_name: 'shell',
    kind: 'command',
    parameters: { command: SECRET },
  },
  { type: 'tool_use', tool_id: 'b', tool_name: 'mcp__caller__look', kind: 'mcp', parameters: {} },
  { type: 'tool_result', tool_id: 'b', status: 'error', output: SECRET },
  { type: 'tool_result', tool_id: 'a', status: 'success', output: SECRET },
  { type: 'tool_use', tool_id: 'c', tool_name: 'shell', kind: 'command', parameters: {} },
  {
    type: 'end',
    status: 'failed',
    exit_code: 1,
    signal: null,
    reason: SECRET,
    usage: { input_tokens: 10, cached_input_tokens: 4, output_tokens: 5, total_tokens: 15 },
  },
];

async function* events(): AsyncGenerator<JournaledEvent> {
  for (const [index, line] of LINES.entries()) {
    const ts = new Date(Date.UTC(2026, 10, 18, 12, 0, index)).toISOString();
    const parsed = parseEvent({ ...line, seq: index + 1, ts });
    if (!parsed.ok) throw new Error(parsed.reason);
    yield parsed.event as JournaledEvent;
  }
}

let remove: (() => void) | undefined;
afterEach(() => {
  remove?.();
  remove = undefined;
});

function registered(): EndedSpan[] {
  const tracer = registerMemoryTracer();
  ({ remove } = tracer);
  return tracer.spans;
}

const TURN = { turnId: 'turn-1', agent: 'codex', version: '0.166.0', model: 'gpt-5' };

describe('with an SDK', () => {
  test('a turn is a span by the GenAI conventions, with its calls below it', async () => {
    const spans = registered();
    traceTurn(TURN, events);
    await vi.waitFor(() => expect(spans).toHaveLength(4));
    const [look, shell, open, turn] = spans;
    expect(turn).toMatchObject({
      name: 'invoke_agent codex',
      attributes: {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.provider.name': 'openai',
        'gen_ai.agent.name': 'codex',
        'gen_ai.agent.version': '0.166.0',
        'gen_ai.request.model': 'gpt-5',
        'gen_ai.response.model': 'gpt-5-codex',
        'gen_ai.conversation.id': 'session-1',
        'gen_ai.usage.input_tokens': 10,
        'gen_ai.usage.output_tokens': 5,
        'gen_ai.usage.cache_read.input_tokens': 4,
        'error.type': 'failed',
      },
      status: { code: 2 },
    });
    expect(look).toMatchObject({
      name: 'execute_tool mcp__caller__look',
      parent: turn?.id,
      attributes: { 'gen_ai.tool.type': 'extension', 'gen_ai.tool.call.id': 'b' },
      status: { code: 2 },
      startTime: new Date('2026-11-18T12:00:04Z'),
      endTime: new Date('2026-11-18T12:00:05Z'),
    });
    expect(shell).toMatchObject({
      name: 'execute_tool shell',
      parent: turn?.id,
      attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'shell' },
      status: undefined,
    });
    expect(open?.attributes).toMatchObject({ 'gen_ai.tool.call.id': 'c' });
    expect(JSON.stringify(spans)).not.toContain(SECRET);
  });

  test('a turn whose journal can’t be read any more says why', async () => {
    const spans = registered();
    const failure = new Error('EIO: the disk is gone');
    // biome-ignore lint/correctness/useYield: it fails before there is anything.
    traceTurn(TURN, async function* () {
      throw failure;
    });
    await vi.waitFor(() => expect(spans).toHaveLength(1));
    expect(spans).toMatchObject([{ status: { code: 2 }, exceptions: [failure] }]);
  });

  test('a request is a span by its route, and a turn that it begins is below it', async () => {
    const spans = registered();
    const app = new Hono<ServerEnv>();
    app.use('*', traceRequests());
    app.onError((error, { req }) => errorResponse(clientError(error), req.raw));
    app.post('/v1/turns', (context) => {
      traceTurn(TURN, events);
      return context.text('', 202);
    });
    app.get('/v1/turns/:id', () => {
      throw new DragomanError('turn_unknown', 'none');
    });
    await app.request('/v1/turns', { method: 'POST' });
    await app.request('/v1/turns/secret');
    await vi.waitFor(() => expect(spans).toHaveLength(6));
    const named = (name: string) => spans.find((span) => span.name === name);
    expect(named('POST /v1/turns')).toMatchObject({
      attributes: { 'http.route': '/v1/turns', 'http.response.status_code': 202 },
      kind: 1,
    });
    expect(named('invoke_agent codex')?.parent).toBe(named('POST /v1/turns')?.id);
    expect(named('GET /v1/turns/{id}')).toMatchObject({
      attributes: { 'error.type': 'turn_unknown', 'http.response.status_code': 404 },
      status: undefined,
    });
    expect(JSON.stringify(spans)).not.toContain('secret');
  });
});

test('without an SDK the events of a turn are not even asked for', () => {
  const asked = vi.fn(events);
  traceTurn(TURN, asked);
  expect(asked).not.toHaveBeenCalled();
});
