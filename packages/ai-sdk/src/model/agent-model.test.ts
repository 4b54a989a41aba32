import { expect, test } from 'vitest';
import {
  createManualModel,
  END,
  finishOf,
  idsIn,
  requested,
  said,
  TOOLS,
  USER,
  withResults,
} from '../../test-inputs/manual-model.js';

test('several calls at once end the step once, and it goes on where it was', async () => {
  const { turns, call } = createManualModel((turn) =>
    turn.emit(
      said('I ask.'),
      { type: 'usage', input_tokens: 10, output_tokens: 1, total_tokens: 11 },
      requested('a1'),
      requested('a2'),
    ),
  );
  const first = await call(USER);
  expect(idsIn(first)).toEqual(['a1', 'a2']);
  expect(finishOf(first)).toMatchObject({
    finishReason: { unified: 'tool-calls' },
    usage: { inputTokens: { total: 10 } },
  });

  const [turn] = turns.started;
  turn?.emit(said('Done.'), {
    ...END,
    usage: { input_tokens: 10, output_tokens: 1, total_tokens: 11 },
  });
  const second = await call(withResults(['a1', 'a2']));
  expect(turns.started).toHaveLength(1);
  expect([...(turn?.answers ?? [])]).toEqual([
    ['a1', { output: { for: 'a1' } }],
    ['a2', { output: { for: 'a2' } }],
  ]);
  expect(second.map(({ type }) => type)).toEqual([
    'stream-start',
    'response-metadata',
    'text-start',
    'text-delta',
    'text-end',
    'finish',
  ]);
  expect(second[2]).toMatchObject({ id: 'text-2' });
  expect(finishOf(second)).toMatchObject({
    finishReason: { unified: 'stop' },
    usage: { inputTokens: { total: undefined } },
  });
});

test('what comes while a turn waits is in the next step, all of it and once', async () => {
  const { turns, call } = createManualModel((turn) => turn.emit(requested('b1')));
  await call(USER);
  turns.started[0]?.emit(said('One.'), said('Two.'), END);
  const parts = await call(withResults(['b1']));
  expect(parts.flatMap((part) => (part.type === 'text-delta' ? [part.delta] : []))).toEqual([
    'One.',
    'Two.',
  ]);
});

test('where only some results are there, those are given and the step ends for the others', async () => {
  const { turns, call } = createManualModel((turn) => turn.emit(requested('c1'), requested('c2')));
  await call(USER);
  const partial = await call(withResults(['c1', 'c2'], ['c1']));
  expect(idsIn(partial)).toEqual([]);
  expect(finishOf(partial)).toMatchObject({ finishReason: { unified: 'tool-calls' } });
  turns.started[0]?.emit(END);
  await call(withResults(['c1', 'c2'], ['c2']));
  expect([...(turns.started[0]?.answers.keys() ?? [])]).toEqual(['c1', 'c2']);
});

test('results of earlier steps are not given again', async () => {
  const { turns, call } = createManualModel((turn) => turn.emit(requested('d1')));
  await call(USER);
  const [turn] = turns.started;
  turn?.emit(requested('d2'));
  await call(withResults(['d1']));
  const history = [...withResults(['d1']), ...withResults(['d2']).slice(1)];
  const answered = turn?.answers.get('d1');
  turn?.emit(END);
  await call(history);
  expect(turn?.answers.get('d1')).toBe(answered);
  expect(turn?.answers.size).toBe(2);
});

test('a tool that only a later step offers is warned of', async () => {
  const { turns, call } = createManualModel((turn) => turn.emit(requested('r1')));
  await call(USER);
  turns.started[0]?.emit(END);
  const more = { type: 'function', name: 'more', inputSchema: {} } as const;
  const search = { type: 'provider', id: 'other.search', name: 'search', args: {} } as const;
  const [start] = await call(withResults(['r1']), { tools: [...TOOLS, more, search] });
  expect(JSON.stringify(start)).not.toContain('search');
  expect(start).toMatchObject({ warnings: [{ type: 'unsupported', feature: 'tools' }] });
});

test('a turn that failed while it waited says so when it is gone on with', async () => {
  const { turns, call } = createManualModel((turn) => turn.emit(requested('p1')));
  await call(USER);
  turns.started[0]?.emit({ ...END, status: 'failed', code: 'killed', reason: 'It was killed.' });
  const parts = await call(withResults(['p1']));
  expect(parts).toContainEqual({
    type: 'error',
    error: expect.objectContaining({ code: 'killed' }),
  });
  expect(finishOf(parts)).toMatchObject({ finishReason: { unified: 'error', raw: 'killed' } });
});

test("calls of the agent's own tools may last over a step", async () => {
  const bash = { tool_id: 't', tool_name: 'Bash', kind: 'command' } as const;
  const { turns, provider } = createManualModel((turn) =>
    turn.emit({ type: 'tool_use', ...bash, parameters: {} }, requested('m1')),
  );
  // In a whole answer, a call comes with its result.
  const first = await provider('codex').doGenerate({ prompt: USER, tools: TOOLS });
  expect(idsIn(first.content)).toEqual(['m1']);
  turns.started[0]?.emit(
    { type: 'tool_result', tool_id: 't', status: 'success', output: 'x' },
    END,
  );
  const second = await provider('codex').doGenerate({ prompt: withResults(['m1']), tools: TOOLS });
  expect(second.content).toMatchObject([
    { type: 'tool-call', toolCallId: 't', toolName: 'Bash' },
    { type: 'tool-result', toolCallId: 't', result: { output: 'x' } },
  ]);
});

test("the agent's own view of a call is shown only where the call never got through", async () => {
  const own = { tool_name: 'mcp__caller__weather', kind: 'mcp', parameters: {} } as const;
  const { turns, call } = createManualModel((turn) =>
    turn.emit({ type: 'tool_use', tool_id: 'x', ...own }, requested('n1')),
  );
  await call(USER);
  turns.started[0]?.emit(
    { type: 'tool_result', tool_id: 'x', status: 'success', output: '{}' },
    { type: 'tool_use', tool_id: 'y', ...own },
    { type: 'tool_result', tool_id: 'y', status: 'error', output: 'bad input' },
    END,
  );
  const parts = await call(withResults(['n1']));
  expect(parts.filter((part) => 'toolCallId' in part)).toMatchObject([
    { type: 'tool-call', toolCallId: 'y', toolName: 'mcp__caller__weather' },
    { type: 'tool-result', toolCallId: 'y', isError: true },
  ]);
});

test('of calls at once, only the one that never got through is shown as a call of the agent', async () => {
  const own = { type: 'tool_use', tool_name: 'mcp__caller__weather', kind: 'mcp' } as const;
  const { turns, call } = createManualModel((turn) =>
    turn.emit(
      { ...own, tool_id: 'bad', parameters: { of: 5 } },
      { ...own, tool_id: 'good', parameters: { of: 'v1' } },
      requested('v1'),
    ),
  );
  await call(USER);
  turns.started[0]?.emit(
    { type: 'tool_result', tool_id: 'bad', status: 'error', output: 'invalid input' },
    { type: 'tool_result', tool_id: 'good', status: 'success', output: 'blue' },
    END,
  );
  const parts = await call(withResults(['v1']));
  expect(parts.filter((part) => 'toolCallId' in part)).toMatchObject([
    { type: 'tool-call', toolCallId: 'bad' },
    { type: 'tool-result', toolCallId: 'bad', isError: true },
  ]);
});

test('an agent that reports another input than it gave has not called twice', async () => {
  const own = { type: 'tool_use', tool_name: 'mcp__caller__weather', kind: 'mcp' } as const;
  const { turns, call } = createManualModel((turn) =>
    turn.emit({ ...own, tool_id: 'x', parameters: { of: '[redacted]' } }, requested('w1')),
  );
  await call(USER);
  turns.started[0]?.emit({ type: 'tool_result', tool_id: 'x', status: 'success' }, END);
  const parts = await call(withResults(['w1']));
  expect(parts.filter((part) => 'toolCallId' in part)).toEqual([]);
});

test('a request that the agent has given up does not end steps any more', async () => {
  const own = { type: 'tool_use', tool_name: 'mcp__caller__weather', kind: 'mcp' } as const;
  const { turns, call } = createManualModel((turn) =>
    turn.emit(
      { ...own, tool_id: 'x', parameters: { of: 'x1' } },
      { ...own, tool_id: 'y', parameters: { of: 'x2' } },
      requested('x1'),
      requested('x2'),
    ),
  );
  await call(USER);
  const [turn] = turns.started;
  turn?.emit(
    { type: 'tool_answer', requestId: 'x2', status: 'expired' },
    { type: 'tool_result', tool_id: 'y', status: 'error', output: 'nobody answered' },
  );
  const next = call(withResults(['x1', 'x2'], ['x1']));
  // Well after the time in which further calls would be collected.
  setTimeout(() => turn?.emit(said('Then without it.'), END), 200);
  expect(finishOf(await next)).toMatchObject({ finishReason: { unified: 'stop' } });
});

test('a result that the agent did not get is warned of', async () => {
  const { turns, call } = createManualModel((turn) => turn.emit(requested('y1')));
  await call(USER);
  const [turn] = turns.started;
  if (turn) turn.receipt = 'late';
  setTimeout(() => turn?.emit(END), 50);
  const [start] = await call(withResults(['y1']));
  expect(start).toMatchObject({
    warnings: [{ type: 'other', message: expect.stringContaining('y1') }],
  });
});

test('a turn may be begun as a whole answer and be gone on with as a stream', async () => {
  const bash = { tool_id: 't', tool_name: 'Bash', kind: 'command' } as const;
  const { turns, call, provider } = createManualModel((turn) =>
    turn.emit({ type: 'tool_use', ...bash, parameters: {} }, requested('z1')),
  );
  await provider('codex').doGenerate({ prompt: USER, tools: TOOLS });
  turns.started[0]?.emit({ type: 'tool_result', tool_id: 't', status: 'success' }, END);
  const parts = await call(withResults(['z1']));
  expect(parts.filter((part) => 'toolCallId' in part)).toMatchObject([
    { type: 'tool-call', toolCallId: 't' },
    { type: 'tool-result', toolCallId: 't' },
  ]);
});

test('no reading of a turn stays open after its step', async () => {
  const { turns, call, provider } = createManualModel((turn) =>
    turn.emit(said('One.'), said('Two.'), requested(`aa${turns.started.length}`)),
  );
  const openReadings = () => turns.started.map(({ readings }) => readings);
  await call(USER);
  await expect.poll(openReadings).toEqual([0]);
  turns.started[0]?.emit(END);
  await call(withResults(['aa1']));
  await expect.poll(openReadings).toEqual([0]);
  const abort = new AbortController();
  const options = { prompt: USER, tools: TOOLS };
  const aborted = await provider('codex').doStream({ ...options, abortSignal: abort.signal });
  const left = await provider('codex').doStream(options);
  expect(openReadings()).toEqual([0, 0, 0]);
  const readers = [aborted.stream.getReader(), left.stream.getReader()];
  for (const reader of readers) for (let part = 0; part < 3; part += 1) await reader.read();
  expect(openReadings()).toEqual([0, 1, 1]);
  abort.abort();
  await readers[1]?.cancel();
  await expect.poll(openReadings).toEqual([0, 0, 0]);
});

test('what is said before a call is no part of an answer by a schema', async () => {
  const { turns, call } = createManualModel((turn) => turn.emit(said('I ask.'), requested('o1')));
  const responseFormat = { type: 'json', schema: { type: 'object' } } as const;
  const first = await call(USER, { responseFormat });
  expect(first.flatMap((part) => (part.type === 'reasoning-delta' ? [part.delta] : []))).toEqual([
    'I ask.',
  ]);
  turns.started[0]?.emit(said('{"sky":"blue"}'), END);
  const second = await call(withResults(['o1']), { responseFormat });
  expect(second.flatMap((part) => (part.type === 'text-delta' ? [part.delta] : []))).toEqual([
    '{"sky":"blue"}',
  ]);
  expect(finishOf(second)).toMatchObject({ finishReason: { unified: 'stop' } });
});
