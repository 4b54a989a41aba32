import { expect, test } from 'vitest';
import { errorMessage } from './error-message.js';

test('an error says its message, anything else says itself', () => {
  expect(errorMessage(new Error('boom'))).toBe('boom');
  expect(errorMessage('boom')).toBe('boom');
  expect(errorMessage(undefined)).toBe('undefined');
});
