import type { DragomanEvent, ToolAnswerEvent } from '@dragoman/protocol';
import { isRequestEvent } from '@dragoman/protocol/internal';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CallerTool } from './caller-tool.js';
import { createToolRequests } from './tool-requests.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const word: CallerTool = { name: 'word', inputSchema: {} };
const forever = new AbortController().signal;

function requestsFor(...tools: readonly CallerTool[]) {
  const ids: string[] = [];
  const inputs: unknown[] = [];
  const answers: Pick<ToolAnswerEvent, 'requestId' | 'status'>[] = [];
  const requests = createToolRequests({ turnId: 'turn', tools, secrets: ['the key of the model'] });
  requests.emitWith((event: DragomanEvent) => {
    if (event.type === 'tool_answer') {
      answers.push({ requestId: event.requestId, status: event.status });
    }
    if (!isRequestEvent(event)) return;
    ids.push(event.requestId);
    inputs.push('input' in event ? event.input : undefined);
  });
  return { ids, inputs, answers, ...requests };
}

test('an answer is taken once, and each request has its own id', async () => {
  const { ids, call, answer } = requestsFor(word);
  const results = [call('word', {}, forever), call('word', {}, forever)];
  const [first = '', second = ''] = ids;
  expect(first).not.toBe(second);
  expect(answer(second, { json: '2' })).toBe('taken');
  expect(answer(first, { json: '{"a":1}' })).toBe('taken');
  expect(answer(first, { json: '3' })).toBe('late');
  expect(answer('turn-0', { json: '4' })).toBe('unknown');
  expect(await Promise.all(results)).toEqual([
    { text: '{"a":1}', structured: { a: 1 } },
    { text: '2' },
  ]);
  expect(vi.getTimerCount()).toBe(0);
});

test('without an answer the call fails when the tool’s time is over', async () => {
  const { ids, call, answer } = requestsFor(word, { ...word, name: 'quick', timeoutMs: 1500 });
  const [slow, quick] = [call('word', {}, forever), call('quick', {}, forever)];
  vi.advanceTimersByTime(1500);
  expect(await quick).toEqual({ error: expect.stringMatching(/quick within 1\.5 seconds/) });
  expect(answer(ids[1] ?? '', { json: '1' })).toBe('late');
  vi.advanceTimersByTime(600_000);
  expect(await slow).toEqual({ error: expect.stringMatching(/word within 600 seconds/) });
});

test('a tool may be waited for for ever', async () => {
  const { ids, call, answer } = requestsFor({ ...word, timeoutMs: Number.POSITIVE_INFINITY });
  const result = call('word', {}, forever);
  vi.advanceTimersByTime(1e9);
  expect(answer(ids[0] ?? '', { json: '"there"' })).toBe('taken');
  expect(await result).toEqual({ text: 'there' });
});

test('it is known when and for how long somebody waited', async () => {
  const { ids, call, answer, waiting } = requestsFor(word);
  expect([waiting.last(), waiting.total()]).toEqual([0, 0]);
  const results = [call('word', {}, forever), call('word', {}, forever)];
  vi.advanceTimersByTime(1000);
  expect([waiting.last(), waiting.total()]).toEqual([performance.now(), 1000]);
  for (const id of ids) answer(id, { json: '1' });
  await Promise.all(results);
  const closed = performance.now();
  vi.advanceTimersByTime(1000);
  expect([waiting.last(), waiting.total()]).toEqual([closed, 1000]);
});

test('with the turn all requests end, and none is emitted any more', async () => {
  const { ids, call, close } = requestsFor(word);
  const open = call('word', {}, forever);
  close();
  expect(await open).toEqual({ error: expect.stringMatching(/turn ended/) });
  expect(await call('word', {}, forever)).toEqual({ error: expect.any(String) });
  expect(ids).toHaveLength(1);
});

test('an input that no reader would get whole is refused', async () => {
  const { ids, call } = requestsFor(word);
  const result = await call('word', { text: 'x'.repeat(5_000_000) }, forever);
  expect(result).toEqual({ error: expect.stringMatching(/5000011 bytes/) });
  expect(ids).toEqual([]);
});

test('an input reaches the caller as it is, or not at all', async () => {
  const { ids, inputs, call, answer } = requestsFor(word);
  const input = { password: 'hunter22', apiKey: 'sk-proj-abcdefghijklmnopqrstuvwx' };
  const result = call('word', input, forever);
  expect(inputs).toEqual([input]);
  answer(ids[0] ?? '', { json: '1' });
  await result;
  const refused = await call('word', { text: 'It is the key of the model.' }, forever);
  expect(refused).toEqual({ error: expect.stringMatching(/secret of this turn/) });
  expect(ids).toHaveLength(1);
});

test('a check that throws fails the call', async () => {
  const checkOutput = () => {
    throw new Error('No such field.');
  };
  const { ids, call, answer } = requestsFor({ ...word, checkOutput });
  const result = call('word', {}, forever);
  expect(answer(ids[0] ?? '', { json: '1' })).toBe('taken');
  expect(await result).toEqual({ error: expect.stringMatching(/No such field/) });
});

test('every request that was emitted ends with one event, before its answer is passed on', async () => {
  const refused: CallerTool = { ...word, name: 'refused', checkOutput: () => 'No.' };
  const quick: CallerTool = { ...word, name: 'quick', timeoutMs: 1500 };
  const { ids, answers, call, answer, close } = requestsFor(word, refused, quick);
  const { signal, abort } = leaving();
  const seen: number[] = [];
  const results = [
    call('word', {}, forever).then(() => seen.push(answers.length)),
    call('word', {}, forever),
    call('word', {}, forever),
    call('refused', {}, forever),
    call('quick', {}, forever),
    call('word', {}, signal),
    call('word', {}, forever),
  ];
  const [good = '', failed = '', malformed = '', wrong = '', late, given, open] = ids;
  answer(good, { json: '1' });
  answer(failed, { error: 'No such word.' });
  answer(malformed, { json: '{' });
  answer(wrong, { json: '1' });
  vi.advanceTimersByTime(1500);
  abort();
  close();
  close();
  answer(good, { json: '1' });
  await Promise.all(results);
  expect(answers).toEqual([
    { requestId: good, status: 'success' },
    { requestId: failed, status: 'error' },
    { requestId: malformed, status: 'error' },
    { requestId: wrong, status: 'error' },
    { requestId: late, status: 'expired' },
    { requestId: given, status: 'expired' },
    { requestId: open, status: 'expired' },
  ]);
  expect(seen[0]).toBeGreaterThan(0);
});

test('the same answer again is taken again, and changes nothing', async () => {
  const { ids, answers, call, answer } = requestsFor(word, {
    ...word,
    name: 'quick',
    timeoutMs: 1,
  });
  const results = [
    call('word', {}, forever),
    call('word', {}, forever),
    call('quick', {}, forever),
  ];
  const [first = '', second = '', third = ''] = ids;
  vi.advanceTimersByTime(1);
  for (const _time of [1, 2]) {
    expect(answer(first, { json: '"no"' })).toBe('taken');
    expect(answer(second, { error: '"no"' })).toBe('taken');
    expect(answer(third, { json: '"no"' })).toBe('late');
  }
  expect(answer(first, { error: '"no"' })).toBe('late');
  expect(answer(second, { json: '"no"' })).toBe('late');
  expect(answer(second, { error: 'no' })).toBe('late');
  expect(await Promise.all(results)).toMatchObject([{ text: 'no' }, { error: '"no"' }, {}]);
  expect(answers).toHaveLength(3);
});

function leaving() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

test('a journal that takes no more fails the call', async () => {
  const full = createToolRequests({ turnId: 'turn', tools: [word] });
  expect(await full.call('word', {}, forever)).toEqual({ error: expect.any(String) });
  full.emitWith(() => {
    throw new Error('The disk is full.');
  });
  const result = await full.call('word', {}, forever);
  expect(result).toEqual({ error: expect.stringMatching(/The disk is full/) });
});

test('a tool that needs approval is executed once it is approved, and asked for twice', async () => {
  const executed: unknown[] = [];
  const tool: CallerTool = {
    ...word,
    needsApproval: true,
    execute: (input: unknown) => executed.push(input),
  };
  const { ids, answers, call, answer } = requestsFor(tool);
  const result = call('word', { a: 1 }, forever);
  expect([ids.length, executed]).toEqual([1, []]);
  const [id = ''] = ids;
  expect(answer(id, { approved: true })).toBe('taken');
  expect(answer(id, { approved: true })).toBe('taken');
  expect(await result).toEqual({ text: '1' });
  expect(ids).toEqual([id, id]);
  expect(executed).toEqual([{ a: 1 }]);
  // Who didn't learn that it arrived may send it again; nobody can take it back.
  expect(answer(id, { approved: true })).toBe('taken');
  expect(answer(id, { approved: false })).toBe('late');
  expect(answers).toEqual([{ requestId: id, status: 'success' }]);
});

test('a refusal after the approval is late: the call may have been executed', async () => {
  const { ids, answers, call, answer } = requestsFor({ ...word, needsApproval: true });
  const result = call('word', {}, forever);
  const [id = ''] = ids;
  expect(answer(id, { approved: true })).toBe('taken');
  expect(answer(id, { approved: false, reason: 'No!' })).toBe('late');
  expect(answer(id, { json: '1' })).toBe('taken');
  expect(await result).toEqual({ text: '1' });
  expect(answers).toEqual([{ requestId: id, status: 'success' }]);
});

test('a refusal ends the call with its reason; of other tools an approval is the answer', async () => {
  const { ids, answers, call, answer } = requestsFor(
    { ...word, needsApproval: true },
    {
      ...word,
      name: 'ask',
    },
  );
  const calls = [call('word', {}, forever), call('word', {}, forever), call('ask', {}, forever)];
  const [refused = '', done = '', asked = ''] = ids;
  expect(answer(refused, { approved: false, reason: 'Not today.' })).toBe('taken');
  // Who executes it may have asked by itself.
  expect(answer(done, { json: '1' })).toBe('taken');
  expect(answer(asked, { approved: true, reason: 'Go.' })).toBe('taken');
  expect(await Promise.all(calls)).toEqual([
    { error: 'The call of word was not approved: Not today.' },
    { text: '1' },
    { text: '{"approved":true,"reason":"Go."}', structured: { approved: true, reason: 'Go.' } },
  ]);
  expect(answers.map(({ status }) => status)).toEqual(['denied', 'success', 'success']);
});
