import { expect, test } from 'vitest';
import { createCodexStdoutMapper } from './stdout-mapper.js';

const line = (record: unknown) => `${JSON.stringify(record)}\n`;
const delta = (text: string) => line({ type: 'message.output_text.delta', delta: text });

/** What one chunk becomes, parsed. */
function map(chunk: string): unknown[] {
  return createCodexStdoutMapper()
    .push(chunk)
    .map((written) => JSON.parse(written));
}

test.each([
  [
    { type: 'thread.started', thread_id: '0199a213-81c0-7800-8aa1-bbab2a035a53' },
    { type: 'init', session_id: '0199a213-81c0-7800-8aa1-bbab2a035a53' },
  ],
  [
    { type: 'session.created', id: 'sess_abc', model: 'gpt-5-codex' },
    { type: 'init', modelId: 'gpt-5-codex' },
  ],
  [
    { type: 'message.output_text.delta', delta: 'Hello' },
    { type: 'message', role: 'assistant', content: 'Hello', delta: true },
  ],
  [
    { type: 'message.output_text.done', text: 'Hello world' },
    { type: 'message', role: 'assistant', content: 'Hello world', delta: false },
  ],
  [
    { type: 'error', message: 'API rate limited' },
    { type: 'stderr', content: 'API rate limited' },
  ],
  [
    { type: 'error', message: { code: 1 } },
    { type: 'stderr', content: '{"type":"error","message":{"code":1}}' },
  ],
])('maps %j to one line', (record, event) => {
  expect(map(line(record))).toStrictEqual([event]);
});

test.each([
  line({ type: 'response.completed', usage: {} }),
  line({ type: 'some.unknown.event' }),
  'not json\n',
  '\n',
])('gives no line for %j', (chunk) => {
  expect(map(chunk)).toEqual([]);
});

test('a piece without its text is an empty piece', () => {
  expect(map(line({ type: 'message.output_text.delta' }))).toStrictEqual([
    { type: 'message', role: 'assistant', content: '', delta: true },
  ]);
});

test('maps each event of a chunk, in order, with the fields in their order', () => {
  const chunk = [
    { type: 'thread.started', thread_id: 'thread-abc-123' },
    { type: 'session.created', id: 'session-1', model: 'codex-small' },
    { type: 'message.output_text.delta', delta: 'Hello' },
    { type: 'message.output_text.done', text: '!' },
    { type: 'error', message: 'Oops' },
  ].map(line);
  expect(createCodexStdoutMapper().push(chunk.join(''))).toEqual([
    '{"type":"init","session_id":"thread-abc-123"}\n',
    '{"type":"init","modelId":"codex-small"}\n',
    '{"type":"message","role":"assistant","content":"Hello","delta":true}\n',
    '{"type":"message","role":"assistant","content":"!","delta":false}\n',
    '{"type":"stderr","content":"Oops"}\n',
  ]);
});

test('waits for the rest of a line', () => {
  const mapper = createCodexStdoutMapper();
  const written = delta('Hi');
  expect(mapper.push(written.slice(0, 10))).toEqual([]);
  expect(mapper.push(written.slice(10))).toHaveLength(1);
});

test('a last line without a newline comes with the flush', () => {
  const mapper = createCodexStdoutMapper();
  expect(mapper.push(delta('end').trimEnd())).toEqual([]);
  expect(mapper.flush().map((written) => JSON.parse(written).content)).toEqual(['end']);
  expect(createCodexStdoutMapper().flush()).toEqual([]);
});

test('reads bytes, also when a character comes in two chunks', () => {
  const mapper = createCodexStdoutMapper();
  const bytes = new TextEncoder().encode(delta('é😀'));
  const lines = Array.from(bytes, (byte) => mapper.push(Uint8Array.of(byte))).flat();
  expect(lines.map((written) => JSON.parse(written).content)).toEqual(['é😀']);
});

test('counts what no rule covers, and emits it when asked to', () => {
  const chunk = line({ type: 'item.completed', item: { id: 'item_1', type: 'hologram' } });
  const silent = createCodexStdoutMapper();
  expect(silent.push(chunk)).toEqual([]);
  expect(silent.stats().natives.get('item.completed/hologram')).toEqual({
    disposition: 'unknown',
    count: 1,
  });
  const [raw] = createCodexStdoutMapper({ raw: true }).push(chunk);
  expect(JSON.parse(raw ?? '')).toMatchObject({
    type: 'raw',
    native: { item: { type: 'hologram' } },
    reason: 'no rule for item.completed/hologram',
  });
});
