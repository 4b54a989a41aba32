import { expect, test } from 'vitest';
import { createStringEncoder } from './string-encoder.js';

test('holds the first half of a character back until the second comes', () => {
  const encoder = createStringEncoder();
  expect([...encoder.encode('a\ud83d')]).toEqual([97]);
  expect([...encoder.encode('\ude00')]).toEqual([0xf0, 0x9f, 0x98, 0x80]);
  expect([...encoder.flush()]).toEqual([]);
});

test('gives a replacement for a half that stays alone', () => {
  const encoder = createStringEncoder();
  encoder.encode('\ud83d');
  expect([...encoder.flush()]).toEqual([0xef, 0xbf, 0xbd]);
});
