import type { DragomanEvent } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { END, viewOf } from '../../test-inputs/recorded-turns.js';
import { createJsonAnswer } from './json-answer.js';

const say = (content: string): DragomanEvent => ({ type: 'message', role: 'assistant', content });

/** Texts and thoughts, and how it ended. */
function read(events: readonly DragomanEvent[]) {
  const answer = createJsonAnswer('StructuredOutput');
  return viewOf(events)
    .flatMap(answer)
    .flatMap((part) => {
      if (part.type === 'text-delta') return [`text ${part.delta}`];
      if (part.type === 'reasoning-delta') return [`reasoning ${part.delta}`];
      return part.type === 'finished' ? [part.failure?.code ?? part.status] : [];
    });
}

test('the last text is the answer, without a fence; what was said before is reasoning', () => {
  expect(read([say('Let me see.'), say('```json\n{"n":1}\n```'), END])).toEqual([
    'reasoning Let me see.',
    'text {"n":1}',
    'success',
  ]);
});

test('what the agent gives by its tool for answers wins', () => {
  const tool: DragomanEvent = {
    type: 'tool_use',
    tool_id: 't',
    tool_name: 'StructuredOutput',
    parameters: { n: 2 },
    kind: 'other',
  };
  const done: DragomanEvent = { type: 'tool_result', tool_id: 't', status: 'success', output: '' };
  expect(read([tool, done, say('That is all.'), END])).toEqual([
    'reasoning That is all.',
    'text {"n":2}',
    'success',
  ]);
});

test('an answer that is no JSON is a failure; so is none', () => {
  expect(read([say('Sorry.'), END])).toEqual(['text Sorry.', 'answer_invalid']);
  expect(read([END])).toEqual(['answer_invalid']);
  expect(read([{ ...END, status: 'canceled' }])).toEqual(['canceled']);
});
