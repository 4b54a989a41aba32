import { expect, test } from 'vitest';
import {
  flagAt,
  given,
  listAt,
  nativeName,
  numberAt,
  objectAt,
  objectsAt,
  textAt,
  textsAt,
} from './json-fields.js';

const RECORD = {
  text: 'a',
  number: 1,
  flag: false,
  object: { text: 'b' },
  list: ['a', 1, { text: 'c' }],
  texts: ['a', 'b'],
  nothing: null,
};

test('gives a member that has the type that is looked for', () => {
  expect(textAt(RECORD, 'text')).toBe('a');
  expect(numberAt(RECORD, 'number')).toBe(1);
  expect(flagAt(RECORD, 'flag')).toBe(false);
  expect(objectAt(RECORD, 'object')).toEqual({ text: 'b' });
  expect(listAt(RECORD, 'list')).toHaveLength(3);
  expect(objectsAt(RECORD, 'list')).toEqual([{ text: 'c' }]);
  expect(textsAt(RECORD, 'texts')).toEqual(['a', 'b']);
});

test('gives nothing for one that has another, or is not there, or whose owner is not there', () => {
  for (const key of ['nothing', 'gone']) {
    for (const record of [RECORD, undefined]) {
      const found = [textAt, numberAt, flagAt, objectAt, textsAt].map((at) => at(record, key));
      expect(found).toEqual([undefined, undefined, undefined, undefined, undefined]);
      expect(listAt(record, key)).toEqual([]);
    }
  }
  expect(textAt(RECORD, 'number')).toBeUndefined();
  expect(objectAt(RECORD, 'list')).toBeUndefined();
  expect(textsAt(RECORD, 'list')).toBeUndefined();
  expect(numberAt({ number: Number.POSITIVE_INFINITY }, 'number')).toBeUndefined();
});

test('only what is undefined is not there', () => {
  const members = { a: 1, b: undefined, c: null, d: '', e: false };
  expect(Object.entries(given(members))).toEqual([
    ['a', 1],
    ['c', null],
    ['d', ''],
    ['e', false],
  ]);
});

test('a name stays as it is, and one as long as a file is cut', () => {
  expect(nativeName('event_msg/token_count')).toBe('event_msg/token_count');
  expect(nativeName('x'.repeat(1e6))).toBe(`${'x'.repeat(100)}…`);
});
