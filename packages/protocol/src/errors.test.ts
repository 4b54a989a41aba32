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

test.each([
  ['without a prototype', Object.create(null)],
  ['whose toString throws', { toString: () => expect.unreachable() }],
  ['an error whose message throws', Object.defineProperty(new Error(), 'message', { get: fail })],
])('something thrown that can’t be made a text has words all the same: %s', (_name, thrown) => {
  expect(errorMessage(thrown)).toBe('Something was thrown that has no words.');
});

function fail(): never {
  throw new Error('not this either');
}
