import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFailure } from './failure.js';

test('a text is taken as it is', () => {
  expect(readFailure('stream disconnected before completion')).toEqual({
    message: 'stream disconnected before completion',
  });
});

test('the body of a refused request gives its message and its code', () => {
  const body = { error: { message: 'Bad thing', type: 'invalid_request_error', code: 'bad' } };
  expect(readFailure(JSON.stringify(body))).toEqual({ message: 'Bad thing', type: 'bad' });
  const { code: _, ...error } = body.error;
  expect(readFailure(JSON.stringify({ error }))).toEqual({
    message: 'Bad thing',
    type: 'invalid_request_error',
  });
});

test.each(['{', '{}', '{"error":"x"}', '{"error":{"message":""}}', '{"error":{"message":7}}'])(
  'a body that says nothing is its own message: %s',
  (text) => {
    expect(readFailure(text)).toEqual({ message: text });
  },
);

test('any text is answered', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(typeof readFailure(text).message).toBe('string');
    }),
  );
});
