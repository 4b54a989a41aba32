import { expect, test } from 'vitest';
import { DragomanError, errorCode, errorMessage } from './errors.js';

test('an error says its code, and what has none says nothing', () => {
  expect(errorCode(Object.assign(new Error('no'), { code: 'ENOENT' }))).toBe('ENOENT');
  expect(errorCode(new DragomanError('install_failed', 'no'))).toBe('install_failed');
  expect(errorCode(new Error('no'))).toBeUndefined();
  expect(errorCode('ENOENT')).toBeUndefined();
});

test('an error says its message, anything else says itself', () => {
  expect(errorMessage(new Error('boom'))).toBe('boom');
  expect(errorMessage('boom')).toBe('boom');
  expect(errorMessage(undefined)).toBe('undefined');
});
