import { expect, test } from 'vitest';
import { DragomanError } from './dragoman-error.js';
import { errorCode } from './error-code.js';

test('an error says its code, and what has none says nothing', () => {
  expect(errorCode(Object.assign(new Error('no'), { code: 'ENOENT' }))).toBe('ENOENT');
  expect(errorCode(new DragomanError('install_failed', 'no'))).toBe('install_failed');
  expect(errorCode(new Error('no'))).toBeUndefined();
  expect(errorCode('ENOENT')).toBeUndefined();
});
