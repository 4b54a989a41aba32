import { readFileSync, rmdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DragomanError, errorCode, errorMessage, reasonOf } from './errors.js';

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

test.each([
  [() => readFileSync('/nowhere/x'), 'there is no such file or folder', '/nowhere/x'],
  [() => readFileSync('/'), 'it is a folder', undefined],
  [() => rmdirSync('/'), 'it is in use', '/'],
])('an error of the system is said in plain words: %s', (act, reason, path) => {
  const thrown = thrownBy(act);
  expect(reasonOf(thrown)).toBe(reason);
  expect(errorMessage(thrown)).toBe(path === undefined ? reason : `${path}: ${reason}`);
});

test('a code that looks like one of the system leaves the words of a DragomanError alone', () => {
  expect(errorMessage(new DragomanError('ENOENT', 'The words.'))).toBe('The words.');
  const odd = Object.assign(new Error('The words.'), { code: 'toString' });
  expect([errorMessage(odd), reasonOf(odd)]).toEqual(['The words.', 'The words.']);
});

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}
