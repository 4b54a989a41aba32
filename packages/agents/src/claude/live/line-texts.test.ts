import { canonical, type DragomanEvent, type JsonObject, reduce } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { assistant, text, user } from '../../../test-inputs/claude-records.js';
import { createClaudeLive } from '../live.js';

const INIT = { type: 'system', subtype: 'init', session_id: 's1', model: 'opus' };
const RESULT = { type: 'result', subtype: 'success', is_error: false };
const RETRY = [
  {
    type: 'text',
    text: 'The previous response failed to produce a valid tool call. Please retry.',
  },
];

function interpret(records: readonly JsonObject[]): DragomanEvent[] {
  const interpreter = createClaudeLive({ version: '2.1.325' });
  return [...records.flatMap((record) => interpreter.push(record).events), ...interpreter.flush()];
}

/** What the agent said and thought in the end. */
function spoken(records: readonly JsonObject[]): string[] {
  return canonical(reduce(interpret(records))).flatMap((block) =>
    block.role === 'assistant' && 'text' in block ? [block.text] : [],
  );
}

const stream = (event: JsonObject): JsonObject => ({ type: 'stream_event', event });
const begins = (id: string) => stream({ type: 'message_start', message: { id } });
const block = (index: number, type: string) =>
  stream({ type: 'content_block_start', index, content_block: { type } });
const piece = (index: number, said: string) =>
  stream({ type: 'content_block_delta', index, delta: { type: 'text_delta', text: said } });

/** A line of a message, behind its pieces. */
const said = (id: string, index: number, words: string, more: JsonObject) => [
  block(index, 'text'),
  piece(index, words),
  assistant(text(words), { id, ...more }),
];

test('a reply that the CLI takes back because a call never came is no part of the conversation', () => {
  const lines = [
    begins('m1'),
    ...said('m1', 0, 'I call.', { uuid: 'u1' }),
    ...said('m1', 1, 'Now.', { uuid: 'u2' }),
    user(RETRY, { isSynthetic: true, retracted_message_uuids: ['u1', 'u2'] }),
    begins('m2'),
    ...said('m2', 0, 'Well.', { uuid: 'u3', supersedes: ['u1', 'u2'] }),
  ];
  expect(spoken([INIT, ...lines, RESULT])).toEqual(['Well.']);
});

test('only the lines that are named are taken back', () => {
  const lines = [
    ...[begins('m1'), ...said('m1', 0, 'One.', { uuid: 'u1' })],
    ...[begins('m2'), ...said('m2', 0, 'Two.', { uuid: 'u2' })],
    ...[begins('m3'), ...said('m3', 0, 'Three.', { uuid: 'u3', supersedes: ['u2', 'gone'] })],
  ];
  expect(spoken([INIT, ...lines, RESULT])).toEqual(['One.', 'Three.']);
});

test('texts that Claude joins where another model goes on come once', () => {
  const fallback = { type: 'fallback', from: { model: 'opus' }, to: { model: 'sonnet' } };
  const lines = [
    begins('m1'),
    ...said('m1', 0, 'Begin, ', { uuid: 'u1' }),
    ...[block(1, 'fallback'), assistant(fallback, { id: 'm1', uuid: 'u2' })],
    ...[block(2, 'text'), piece(2, 'and end.')],
    assistant(text('Begin, and end.'), { id: 'm1', uuid: 'u3', supersedes: ['u1'] }),
  ];
  expect(spoken([INIT, ...lines, RESULT])).toEqual(['Begin, and end.']);
});

test('what another model says instead takes back the refused reply', () => {
  const lines = [
    ...[begins('m1'), ...said('m1', 0, 'I would', { uuid: 'u1' })],
    {
      type: 'system',
      subtype: 'model_refusal_fallback',
      content: 'Switched to Sonnet.',
      retracted_message_uuids: ['u1'],
    },
    ...[begins('m2'), ...said('m2', 0, 'I will.', { uuid: 'u2' })],
  ];
  expect(spoken([INIT, ...lines, RESULT])).toEqual(['I will.']);
});

test('what came without pieces is not replaced: nothing could be', () => {
  const lines = [
    assistant(text('I call.'), { id: 'm1', uuid: 'u1' }),
    assistant(text('Well.'), { id: 'm2', uuid: 'u2', supersedes: ['u1'] }),
  ];
  expect(interpret([INIT, ...lines]).filter((event) => 'replaces' in event)).toEqual([]);
});
