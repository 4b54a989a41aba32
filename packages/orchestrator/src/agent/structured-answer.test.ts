import { expect, test } from 'vitest';
import { readStructuredAnswer } from './structured-answer.js';

const schema = {
  type: 'object',
  properties: { score: { type: 'number' } },
  required: ['score'],
  additionalProperties: false,
};

test.each([
  ['all of the text', ' {"score":1} '],
  ['a block of code', 'Here:\n```json\n{"score":1}\n```\nThat is it.'],
  ['the last block', '```\n{"score":"no"}\n```\n```json\n{"score":1}\n```'],
  ['an object in the text', 'I say {"a":"}"} and {"score":1}, so it is.'],
])('finds the answer in %s', (_where, text) => {
  expect(readStructuredAnswer(text, schema)).toEqual({ ok: true, value: { score: 1 } });
});

test('says what is wrong with an answer in another form', () => {
  expect(readStructuredAnswer('{"score":"high"}', schema)).toMatchObject({
    ok: false,
    why: expect.stringContaining('score'),
  });
  expect(readStructuredAnswer('I would rather not.', schema)).toMatchObject({ ok: false });
});

test('a text of braces is read in no time', () => {
  const begin = performance.now();
  readStructuredAnswer('{'.repeat(200_000) + '}{'.repeat(200_000), schema);
  expect(performance.now() - begin).toBeLessThan(5000);
});
