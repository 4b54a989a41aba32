import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { createCodexLive } from '../live.js';

const HEADER = { model: 'gpt-5', workdir: '/p', sandbox: 'read-only' };

/** The events of a stream with these wrapped messages; records without a type are no messages. */
function streamOf(...records: readonly JsonObject[]): DragomanEvent[] {
  const interpreter = createCodexLive();
  const events = records.flatMap((record) => {
    const line = record.type === undefined ? record : { id: '0', msg: record };
    return interpreter.push(line).events;
  });
  return [...events, ...interpreter.flush()];
}

const count = (total: number) => ({
  type: 'token_count',
  info: { total_token_usage: { input_tokens: total, output_tokens: 0 } },
});

test('prints of both streams come as they are printed, a cut character with its rest', () => {
  const delta = (stream: string, chunk: number[]) => ({
    type: 'exec_command_output_delta',
    call_id: 'c',
    stream,
    chunk,
  });
  expect(
    streamOf(delta('stdout', [0x68, 0xc3]), delta('stderr', [0x21]), delta('stdout', [0xa9])),
  ).toEqual([
    { type: 'tool_output', tool_id: 'c', content: 'h' },
    { type: 'tool_output', tool_id: 'c', content: '!' },
    { type: 'tool_output', tool_id: 'c', content: 'é' },
  ]);
});

test('the output of a command is both streams, one after the other where that is all it says', () => {
  const ended = { type: 'exec_command_end', call_id: 'c', stdout: 'out\n', stderr: 'err\n' };
  expect(streamOf({ ...ended, exit_code: 1 })).toMatchObject([
    { type: 'tool_result', status: 'error', exit_code: 1, output: 'out\nerr\n' },
  ]);
  const together = { ...ended, exit_code: 0, aggregated_output: 'err\nout\n' };
  expect(streamOf(together)).toMatchObject([{ status: 'success', output: 'err\nout\n' }]);
});

test('a patch that fails has the message of the failure', () => {
  const changes = { 'a.txt': { update: { unified_diff: '@@', move_path: 'b.txt' } } };
  const events = streamOf(
    HEADER,
    { type: 'patch_apply_begin', call_id: 'c', changes },
    { type: 'patch_apply_end', call_id: 'c', stdout: '', stderr: 'no such file', success: false },
  );
  expect(events.slice(1)).toMatchObject([
    { tool_name: 'Edit', parameters: { changes: [{ path: '/p/a.txt', kind: 'update' }] } },
    { type: 'tool_result', status: 'error', output: 'no such file' },
  ]);
});

test('an MCP call that was refused has its reason', () => {
  const invocation = { server: 'demo', tool: 'echo', arguments: null };
  const ended = { type: 'mcp_tool_call_end', call_id: 'c', invocation, result: { Err: 'gone' } };
  expect(streamOf(ended)).toMatchObject([
    { type: 'tool_use', tool_name: 'mcp__demo__echo', parameters: {} },
    { type: 'tool_result', status: 'error', error: { message: 'gone' } },
  ]);
});

test('an image that is looked at is read', () => {
  const viewed = { type: 'view_image_tool_call', call_id: 'c', path: '/p/i.png' };
  expect(streamOf(viewed)).toMatchObject([
    { type: 'tool_use', tool_name: 'Read', kind: 'read', parameters: { file_path: '/p/i.png' } },
    { type: 'tool_result', status: 'success' },
  ]);
});

test('the prompt is emitted once, and what is no prompt is marked', () => {
  const events = streamOf(
    HEADER,
    { prompt: 'Hello' },
    { type: 'user_message', message: '<environment_context>', kind: 'environment_context' },
    { prompt: 'Hello' },
    { type: 'user_message', message: 'Hello', kind: 'plain' },
    { type: 'user_message', message: 'Look', images: ['https://example.org/i.png'] },
  );
  expect(events.slice(1)).toEqual([
    { type: 'message', role: 'user', content: 'Hello', delta: false },
    expect.objectContaining({ role: 'user', synthetic: 'environment_context' }),
    { type: 'message', role: 'user', content: 'Hello', delta: false },
    expect.objectContaining({
      content: 'Look',
      images: [{ type: 'url', url: 'https://example.org/i.png' }],
    }),
  ]);
});

test('the usage of each turn comes when the next begins, that of the last at the end', () => {
  const used = streamOf(
    HEADER,
    { type: 'task_started' },
    count(1000),
    count(1000),
    { type: 'task_started' },
    count(1000),
    count(3000),
    HEADER,
    { type: 'task_started' },
    count(3000),
  ).flatMap((event) => (event.type === 'usage' ? event.input_tokens : event.type));
  expect(used).toEqual(['init', 'turn', 1000, 'turn', 2000, 'init', 'turn', 3000]);
});

test('a failure comes after what the turn had used until then', () => {
  const events = streamOf(count(1000), { type: 'error', message: 'gone' }, count(1000));
  expect(events).toMatchObject([
    { type: 'usage', input_tokens: 1000 },
    { type: 'error', message: 'gone', fatal: true },
    { type: 'turn', status: 'failed', error: { message: 'gone' } },
  ]);
});

test('front ends that mark the end of a turn are believed', () => {
  expect(streamOf(count(7), { type: 'task_complete', turn_id: 't' })).toMatchObject([
    { type: 'usage', input_tokens: 7 },
    { type: 'turn', status: 'completed', turn_id: 't' },
  ]);
  expect(streamOf({ type: 'task_complete', error: { message: 'gone' } })).toMatchObject([
    { type: 'error', message: 'gone', fatal: true },
    { type: 'turn', status: 'failed' },
  ]);
  expect(streamOf({ type: 'turn_aborted', reason: 'interrupted' })).toEqual([
    { type: 'turn', status: 'aborted', reason: 'interrupted' },
  ]);
});

test.each([
  [
    { type: 'stream_error', message: 'retrying' },
    { type: 'stderr', content: 'retrying' },
  ],
  [
    { type: 'background_event', message: 'retrying' },
    { type: 'stderr', content: 'retrying' },
  ],
  [
    { type: 'warning', message: 'old' },
    { type: 'error', message: 'old', fatal: false },
  ],
  [
    { type: 'deprecation_notice', summary: 'old', details: 'use new' },
    { type: 'error', message: 'old\nuse new', fatal: false },
  ],
  [{ type: 'context_compacted' }, { type: 'compaction' }],
  [
    { type: 'session_configured', session_id: 's', model: 'gpt-5' },
    { type: 'init', session_id: 's', modelId: 'gpt-5' },
  ],
  [
    { type: 'agent_message_delta', delta: 'He' },
    { type: 'message', role: 'assistant', content: 'He', delta: true, id: '1.message_1' },
  ],
  [
    { type: 'agent_reasoning_delta', delta: 'Hm' },
    { type: 'reasoning', content: 'Hm', delta: true, id: '1.thought_1' },
  ],
])('reads %j', (message, event) => {
  expect(streamOf(message)).toEqual([event]);
});

/** Pieces and wholes of a stream, in short: `id+piece`, `id=whole`, `id!replacement`. */
function textsOf(...records: readonly JsonObject[]): string[] {
  return streamOf(...records).flatMap((event) => {
    if (event.type !== 'message' && event.type !== 'reasoning') return [];
    const sign = event.replaces ? '!' : event.delta ? '+' : '=';
    return `${event.id ?? ''}${sign}${event.content}`;
  });
}

const piece = (delta: string) => ({ type: 'agent_message_delta', delta });
const whole = (message: string) => ({ type: 'agent_message', message });
const thoughtPiece = (delta: string) => ({ type: 'agent_reasoning_delta', delta });
const thought = (text: string) => ({ type: 'agent_reasoning', text });

test('a whole text after its pieces is not repeated', () => {
  expect(textsOf(piece('He'), piece('llo'), whole('Hello'))).toEqual([
    '1.message_1+He',
    '1.message_1+llo',
  ]);
});

test('of a whole text that continues its pieces the end is one more piece', () => {
  expect(textsOf(piece('He'), whole('Hello'))).toEqual(['1.message_1+He', '1.message_1+llo']);
});

test('a whole text that differs from its pieces replaces them', () => {
  expect(textsOf(piece('Hi'), whole('Hello'))).toEqual(['1.message_1+Hi', '1.message_1!Hello']);
});

test('texts and thoughts in pieces have different ids, also in the next turn', () => {
  const said = [thoughtPiece('hm'), piece('a'), thought('hm'), whole('a'), piece('b'), whole('b')];
  const turn = { type: 'task_started' };
  expect(textsOf(turn, ...said, whole('c'), turn, piece('d'))).toEqual([
    '1.thought_1+hm',
    '1.message_2+a',
    '1.message_3+b',
    '=c',
    '2.message_4+d',
  ]);
});

test('the sections of a thought are thoughts, and their wholes follow in order', () => {
  const section = { type: 'agent_reasoning_section_break' };
  const pieces = [section, thoughtPiece('one'), section, thoughtPiece('two')];
  expect(textsOf(...pieces, thought('one'), thought('two!'), thought('three'))).toEqual([
    '1.thought_1+one',
    '1.thought_2+two',
    '1.thought_2+!',
    '=three',
  ]);
});
