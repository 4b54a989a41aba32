import type { DragomanEvent, EndEvent } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import type { ModelPart } from './model-part.js';
import { createPartMapper } from './part-mapper.js';

const END: EndEvent = { type: 'end', status: 'success', exit_code: 0, signal: null };

function mapAll(...events: DragomanEvent[]): ModelPart[] {
  const mapper = createPartMapper();
  return [...events, END].flatMap((event) => mapper.push(event));
}

const finishOf = (parts: readonly ModelPart[]) => parts.filter(({ type }) => type === 'finish');

test.each<[Partial<EndEvent>, object, boolean]>([
  [{ status: 'success' }, { unified: 'stop', raw: 'success' }, false],
  [{ status: 'failed', code: 'auth', reason: '401' }, { unified: 'error', raw: 'auth' }, true],
  [{ status: 'not_started', reason: 'no' }, { unified: 'error', raw: 'not_started' }, true],
  [{ status: 'timeout' }, { unified: 'other', raw: 'timeout' }, true],
  [{ status: 'stalled' }, { unified: 'other', raw: 'stalled' }, true],
  [{ status: 'canceled' }, { unified: 'other', raw: 'canceled' }, false],
])('an end %j finishes once, as what it is', (end, finishReason, isError) => {
  const parts = createPartMapper().push({ ...END, ...end });
  expect(finishOf(parts)).toMatchObject([{ finishReason }]);
  expect(parts.some(({ type }) => type === 'error')).toBe(isError);
});

test.each([
  ['max_tokens', 'length'],
  ['refusal', 'content-filter'],
  ['end_turn', 'stop'],
])('a model that stopped for %s finishes with %s', (stop_reason, unified) => {
  const said = { type: 'message', role: 'assistant', content: 'I', stop_reason } as const;
  expect(finishOf(mapAll(said))).toMatchObject([{ finishReason: { unified, raw: stop_reason } }]);
});

test('splits the figures, and leaves unknown ones unknown', () => {
  const [all] = finishOf(
    mapAll(
      {
        type: 'usage',
        input_tokens: 100,
        cached_input_tokens: 60,
        output_tokens: 10,
        reasoning_tokens: 4,
        total_tokens: 110,
      },
      { type: 'usage', input_tokens: 1, output_tokens: 2, total_tokens: 3 },
    ),
  );
  expect(all).toMatchObject({
    usage: {
      inputTokens: { total: 101, noCache: 41, cacheRead: 60, cacheWrite: undefined },
      outputTokens: { total: 12, text: 8, reasoning: 4 },
    },
  });
  const usage = { input_tokens: 5, output_tokens: 1, total_tokens: 6 };
  expect(createPartMapper().push({ ...END, usage })).toMatchObject([
    {
      usage: {
        inputTokens: { total: 5, noCache: undefined },
        outputTokens: { total: 1, text: undefined },
      },
    },
  ]);
});

test.each([
  ['at once', false],
  ['at the end, with all that is known', true],
])('emits a failure once, however often the agent says it: %s', (_when, holdsFailure) => {
  const message = 'unexpected status 401';
  const parts = createPartMapper({ holdsFailure });
  const first = parts.push({ type: 'error', message, fatal: true });
  const emitted = [
    ...first,
    ...parts.push({ type: 'turn', status: 'failed', error: { message } }),
    ...parts.push({ ...END, status: 'failed', reason: `codex: ${message}`, code: 'auth' }),
  ];
  expect(first).toHaveLength(holdsFailure ? 0 : 1);
  expect(emitted.filter(({ type }) => type === 'error')).toMatchObject([
    { error: holdsFailure ? { code: 'auth', end: { status: 'failed' } } : { message } },
  ]);
  expect(finishOf(emitted)).toMatchObject([
    {
      providerMetadata: {
        dragoman: { status: 'failed', reason: `codex: ${message}`, code: 'auth' },
      },
    },
  ]);
  expect(parts.failure).toMatchObject({ code: 'auth', end: { status: 'failed' } });
});

test('a call whose input is still being written waits until it is complete', () => {
  const call = { type: 'tool_use', tool_id: 't', tool_name: 'Edit', kind: 'edit' } as const;
  const parts = mapAll(
    { ...call, parameters: {}, partial: true },
    { ...call, parameters: { file_path: 'a' } },
    { type: 'tool_output', tool_id: 't', content: 'half ' },
    { type: 'tool_output', tool_id: 't', content: 'done' },
    { type: 'tool_result', tool_id: 't', status: 'success', changes: [{ path: 'a', kind: 'add' }] },
  );
  expect(parts).toMatchObject([
    { type: 'tool-call', input: '{"file_path":"a"}' },
    { type: 'tool-result', preliminary: true, result: { output: 'half ' } },
    { type: 'tool-result', preliminary: true, result: { output: 'half done' } },
    { type: 'tool-result', result: { changes: [{ path: 'a', kind: 'add' }] } },
    { type: 'finish' },
  ]);
});

test('every call has a unique id and an answer, every result a call', () => {
  const call = {
    type: 'tool_use',
    tool_id: 't',
    tool_name: 'Bash',
    kind: 'command',
    parameters: {},
  } as const;
  const result = { type: 'tool_result', tool_id: 't', status: 'success' } as const;
  expect(mapAll(call, result, result, call)).toMatchObject([
    { type: 'tool-call', toolCallId: 't', toolName: 'Bash' },
    { type: 'tool-result', toolCallId: 't' },
    { type: 'tool-call', toolCallId: 't#2', toolName: 'tool' },
    { type: 'tool-result', toolCallId: 't#2' },
    { type: 'tool-call', toolCallId: 't#3' },
    {
      type: 'tool-result',
      toolCallId: 't#3',
      isError: true,
      result: { error: { type: 'unanswered' } },
    },
    { type: 'finish' },
  ]);
});

test('what a sub-agent says is no part of the answer', () => {
  const parts = mapAll(
    { type: 'message', role: 'assistant', content: 'Mine.', delta: true },
    { type: 'message', role: 'assistant', content: 'Its.', parent_tool_id: 'task' },
    { type: 'message', role: 'assistant', content: ' Still mine.', delta: true },
  );
  expect(parts).toMatchObject([
    { type: 'text-start', id: 'text-1' },
    { type: 'text-delta', delta: 'Mine.' },
    { type: 'reasoning-start', providerMetadata: { dragoman: { parentToolCallId: 'task' } } },
    { type: 'reasoning-delta', delta: 'Its.' },
    { type: 'reasoning-end' },
    { type: 'text-delta', id: 'text-1', delta: ' Still mine.' },
    { type: 'text-end' },
    { type: 'finish' },
  ]);
});

test('a text goes on after a tool that ran while it was written', () => {
  const piece = { type: 'message', role: 'assistant', delta: true, id: 'm' } as const;
  const parts = mapAll(
    { ...piece, content: '| a |' },
    { type: 'plan', items: [] },
    { ...piece, content: ' b |' },
  );
  expect(parts.map(({ type }) => type)).toEqual([
    'text-start',
    'text-delta',
    'tool-call',
    'tool-result',
    'text-delta',
    'text-end',
    'finish',
  ]);
});

test.each([
  ['that repeats its pieces adds nothing', 'Hello.', ['Hello.']],
  ['that differs only in the space around it adds nothing', '\nHello.\n', ['Hello.']],
  ['that goes on adds its end', 'Hello. Bye.', ['Hello.', ' Bye.']],
  ['that contradicts its pieces comes beside them', 'Hullo.', ['Hello.', 'Hullo.']],
])('a whole text %s', (_what, content, deltas) => {
  const said = { type: 'message', role: 'assistant', id: 'm' } as const;
  const parts = mapAll(
    { ...said, content: 'Hello.', delta: true },
    { ...said, content, delta: false, replaces: true },
  );
  expect(parts.flatMap((part) => (part.type === 'text-delta' ? part.delta : []))).toEqual(deltas);
  const starts = parts.filter(({ type }) => type === 'text-start');
  expect(starts).toHaveLength(content === 'Hullo.' ? 2 : 1);
  expect(parts.filter(({ type }) => type === 'text-end')).toHaveLength(starts.length);
});

test('a text that replaces another names the blocks that it replaces', () => {
  const said = { type: 'message', role: 'assistant', id: 'm' } as const;
  const parts = mapAll(
    { ...said, content: 'Hello.', delta: true },
    { ...said, content: 'Hullo.', delta: false, replaces: true },
    { ...said, content: 'Hi.', delta: false, replaces: true },
  );
  const starts = parts.flatMap((part) => (part.type === 'text-start' ? [part] : []));
  expect(starts).toEqual([
    { type: 'text-start', id: 'text-1' },
    {
      type: 'text-start',
      id: 'text-2',
      providerMetadata: { dragoman: { replaces: ['text-1'] } },
    },
    {
      type: 'text-start',
      id: 'text-3',
      providerMetadata: { dragoman: { replaces: ['text-2'] } },
    },
  ]);
});

test('the figures of sub-agents are in those of the step: they were billed, too', () => {
  const spent = { type: 'usage', input_tokens: 5, output_tokens: 1, total_tokens: 6 } as const;
  const mapper = createPartMapper();
  mapper.push(spent);
  mapper.push({ ...spent, parent_tool_id: 'task' });
  expect(mapper.push(END)).toMatchObject([
    { type: 'finish', usage: { inputTokens: { total: 10 }, outputTokens: { total: 2 } } },
  ]);
});

test('what the user says in between ends a text without an id, and gives no other part', () => {
  const mapper = createPartMapper();
  const piece = { type: 'message', role: 'assistant', delta: true } as const;
  mapper.push({ ...piece, content: 'a' });
  expect(mapper.push({ type: 'message', role: 'user', content: 'And b?' })).toEqual([
    { type: 'text-end', id: 'text-1' },
  ]);
  expect(mapper.push({ ...piece, content: 'b' })).toEqual([
    { type: 'text-start', id: 'text-2' },
    { type: 'text-delta', id: 'text-2', delta: 'b' },
  ]);
});

test('a step ends with what came since the last one, and nothing of it comes again', () => {
  const mapper = createPartMapper();
  const spent = { type: 'usage', input_tokens: 5, output_tokens: 1, total_tokens: 6 } as const;
  const piece = { type: 'message', role: 'assistant', delta: true, id: 'm' } as const;
  mapper.push({ ...piece, content: 'Half' });
  mapper.push(spent);
  mapper.push({ type: 'error', message: 'hm', fatal: false });
  expect(mapper.pause()).toMatchObject([
    { type: 'text-end', id: 'text-1' },
    {
      finishReason: { unified: 'tool-calls' },
      usage: { inputTokens: { total: 5 } },
      providerMetadata: { dragoman: { notices: [{ message: 'hm' }] } },
    },
  ]);
  expect(mapper.push({ ...piece, content: ' a text' })).toEqual([
    { type: 'text-start', id: 'text-2' },
    { type: 'text-delta', id: 'text-2', delta: ' a text' },
  ]);
  const whole = { type: 'message', role: 'assistant', id: 'm', content: 'Half a text' } as const;
  expect(mapper.push(whole)).toEqual([{ type: 'text-end', id: 'text-2' }]);
  mapper.push(spent);
  const [finish] = mapper.push({ ...END, usage: { ...spent, input_tokens: 10 } });
  expect(finish).toMatchObject({ type: 'finish', usage: { inputTokens: { total: 5 } } });
  expect(finish).not.toHaveProperty('providerMetadata.dragoman.notices');
});

test('plans, compactions and artifacts are shown as calls with their results', () => {
  const parts = mapAll(
    { type: 'plan', items: [{ text: 'One', status: 'pending' }] },
    { type: 'compaction', summary: 'So far.' },
    { type: 'artifact', path: 'a.pdf', size_bytes: 3 },
  );
  const named = parts.flatMap((part) =>
    'toolName' in part ? [`${part.type} ${part.toolCallId}`] : [],
  );
  expect(named).toEqual([
    'tool-call plan-1',
    'tool-result plan-1',
    'tool-call compaction-1',
    'tool-result compaction-1',
    'tool-call artifact-1',
    'tool-result artifact-1',
  ]);
});

test('two turns of a conversation have different ids for what they show', () => {
  const ids = ['t1', 't2'].flatMap((turnId) =>
    createPartMapper({ turnId })
      .push({ type: 'plan', items: [] })
      .map((part) => ('toolCallId' in part ? part.toolCallId : undefined)),
  );
  expect(ids).toEqual(['t1-plan-1', 't1-plan-1', 't2-plan-1', 't2-plan-1']);
});

test('every event is emitted as it came where that is asked for', () => {
  const mapper = createPartMapper({ raw: true });
  const event = { type: 'stderr', content: 'hm' } as const;
  expect(mapper.push(event)).toEqual([{ type: 'raw', rawValue: event }]);
});
