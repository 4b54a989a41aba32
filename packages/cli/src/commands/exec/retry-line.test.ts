import { expect, test } from 'vitest';
import { retryLine } from './retry-line.js';

const line = (content: string) => retryLine({ type: 'stderr', content });

test('a retry is one line, without the stack trace that some agents print', () => {
  expect(line('Retrying the request (1 of 10): 503 overloaded')).toBe(
    '↻ Retrying the request (1 of 10): 503 overloaded',
  );
  expect(
    line('Attempt 1 failed with status 503. Retrying with backoff... _ApiError: {}\n  at x'),
  ).toBe('↻ Attempt 1 failed with status 503. Retrying with backoff...');
});

test('other diagnostics are none', () => {
  expect(line('Warning: 256-color support not detected.')).toBeUndefined();
  expect(
    retryLine({ type: 'message', role: 'assistant', content: 'Retry it.', delta: false }),
  ).toBeUndefined();
});
