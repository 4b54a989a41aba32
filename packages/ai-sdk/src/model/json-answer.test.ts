import { expect, test } from 'vitest';
import type { FinishPart, ModelPart } from '../mapping/model-part.js';
import { usageOf } from '../mapping/turn-summary.js';
import { createJsonAnswer } from './json-answer.js';

const SCHEMA = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
const FINISH: FinishPart = {
  type: 'finish',
  usage: usageOf(undefined),
  finishReason: { unified: 'stop', raw: undefined },
};

function textParts(id: string, ...deltas: string[]): ModelPart[] {
  return [
    { type: 'text-start', id },
    ...deltas.map((delta): ModelPart => ({ type: 'text-delta', id, delta })),
    { type: 'text-end', id },
  ];
}

test('the last text is the answer, what was said before it is reasoning', () => {
  const answer = createJsonAnswer(SCHEMA);
  const parts = answer.push([
    ...textParts('1', 'I count.'),
    ...textParts('2', '{"n"', ':1}'),
    FINISH,
  ]);
  expect(parts).toMatchObject([
    { type: 'reasoning-start' },
    { type: 'reasoning-delta', delta: 'I count.' },
    { type: 'reasoning-end' },
    { type: 'text-start' },
    { type: 'text-delta', delta: '{"n":1}' },
    { type: 'text-end' },
    FINISH,
  ]);
});

test.each([
  ['in a code fence', '```json\n{"n":1}\n```', '{"n":1}'],
  ['as it is', '{"n":1}', '{"n":1}'],
])('takes an answer %s', (_how, said, delta) => {
  const parts = createJsonAnswer(SCHEMA).push([...textParts('1', said), FINISH]);
  expect(parts).toMatchObject([{}, { delta }, {}, { finishReason: { unified: 'stop' } }]);
});

test('takes the answer that an agent gives by its own tool', () => {
  const call = {
    type: 'tool-call',
    toolCallId: 't',
    toolName: 'StructuredOutput',
    input: '{"n":2}',
  } as const;
  const parts = createJsonAnswer(SCHEMA, ['StructuredOutput']).push([
    { ...call, providerExecuted: true },
    ...textParts('1', 'That is all.'),
    FINISH,
  ]);
  expect(parts).toContainEqual({ type: 'text-delta', id: 'answer', delta: '{"n":2}' });
  // One of the caller's may have the same name.
  const called = createJsonAnswer(SCHEMA, ['StructuredOutput']).push([
    call,
    ...textParts('1', '{"n":3}'),
    FINISH,
  ]);
  expect(called).toContainEqual({ type: 'text-delta', id: 'answer', delta: '{"n":3}' });
  // An agent without such a tool may call one of that name.
  const other = createJsonAnswer(SCHEMA).push([
    { ...call, providerExecuted: true },
    ...textParts('1', '{"n":3}'),
    FINISH,
  ]);
  expect(other).toContainEqual({ type: 'text-delta', id: 'answer', delta: '{"n":3}' });
});

test.each([
  ['is no JSON', textParts('1', 'I am sorry.')],
  ['does not follow the schema', textParts('1', '{"n":"one"}')],
  ['is missing', []],
])('an answer that %s is a failure', (_what, said) => {
  const parts = createJsonAnswer(SCHEMA).push([...said, FINISH]);
  expect(parts.slice(-2)).toMatchObject([
    { type: 'error', error: { code: 'answer_invalid' } },
    { type: 'finish', finishReason: { unified: 'error', raw: 'answer_invalid' } },
  ]);
});

test('a turn that failed keeps its own failure', () => {
  const finish = { ...FINISH, finishReason: { unified: 'error' as const, raw: 'auth' } };
  const error = new Error('401');
  expect(createJsonAnswer(SCHEMA).push([{ type: 'error', error }, finish])).toEqual([
    { type: 'error', error },
    finish,
  ]);
});
