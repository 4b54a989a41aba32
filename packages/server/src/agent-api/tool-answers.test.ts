import { expect, test } from 'vitest';
import { answersOf } from './tool-answers.js';

const answerOf = (toolName: string, output: unknown, isError?: boolean) =>
  answersOf({ tool_results: [{ toolCallId: 'r', toolName, output, isError }] }).get('r');

const fields = [{ fieldId: 'css:#name' }];

test.each([
  ['as it is', { fields }],
  ['wrapped', { type: 'json', value: { fields } }],
  ['as text', JSON.stringify({ fields })],
  ['as wrapped text', { type: 'text', value: JSON.stringify({ fields }) }],
  ['as content', { type: 'content', value: [{ type: 'text', text: JSON.stringify({ fields }) }] }],
  ['as bare content', [{ type: 'text', text: JSON.stringify({ fields }) }]],
])('a form is taken %s', (_, output) => {
  expect(answerOf('getFormSnapshot', output)).toEqual({ output: { fields } });
});

test.each([
  ['marked as one', 'weather', { city: 'x' }, true, '{"city":"x"}'],
  ['wrapped', 'weather', { type: 'error-text', value: 'No form.' }, undefined, 'No form.'],
  ['wrapped as JSON', 'weather', { type: 'error-json', value: [1] }, undefined, '[1]'],
  [
    'of a form, as clients of the predecessor say it',
    'getFormSnapshot',
    'No form.',
    false,
    'No form.',
  ],
  ['without words', 'weather', '', true, 'The tool failed.'],
  ['denied', 'weather', { type: 'execution-denied', reason: 'No.' }, undefined, 'No.'],
])('an error stays one: %s', (_, name, output, isError, error) => {
  expect(answerOf(name, output, isError)).toEqual({ error });
});

test('what any other tool gave stays as it is', () => {
  for (const output of [
    '{"a":1}',
    { type: 'note' },
    [1, 2],
    null,
    { type: 'toString', value: 1 },
  ]) {
    expect(answerOf('weather', output)).toEqual({ output });
  }
  expect(answerOf('weather', undefined)).toEqual({ output: null });
});

test('a result counts for more than an approval of its call', () => {
  const approvals = [
    { toolCallId: 'r', approved: true },
    { toolCallId: 'q', approved: false },
  ];
  const answers = answersOf({
    approvals,
    tool_results: [{ toolCallId: 'r', toolName: 'pay', output: 'paid' }],
  });
  expect([...answers]).toEqual([
    ['r', { output: 'paid' }],
    ['q', { approved: false }],
  ]);
});
