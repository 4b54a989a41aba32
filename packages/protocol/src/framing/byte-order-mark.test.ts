import { expect, test } from 'vitest';
import { createByteOrderMark } from './byte-order-mark.js';

/** What is left of a stream that comes in these chunks. */
function strip(...chunks: readonly (readonly number[])[]): number[] {
  const mark = createByteOrderMark();
  const bytes = chunks.flatMap((chunk) => [...mark.strip(Uint8Array.from(chunk))]);
  return [...bytes, ...mark.flush()];
}

test('is taken off the start, however it is cut', () => {
  for (const chunks of [
    [[0xef, 0xbb, 0xbf, 65, 66]],
    [[0xef], [0xbb, 0xbf, 65], [66]],
    [[], [0xef, 0xbb], [], [0xbf], [65, 66]],
  ]) {
    expect(strip(...chunks)).toEqual([65, 66]);
  }
});

test('is taken off once, and only at the start', () => {
  expect(strip([0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf])).toEqual([0xef, 0xbb, 0xbf]);
  expect(strip([65], [0xef, 0xbb, 0xbf])).toEqual([65, 0xef, 0xbb, 0xbf]);
});

test('that is only half there stays', () => {
  expect(strip([0xef], [0xbb], [65])).toEqual([0xef, 0xbb, 65]);
  expect(strip([0xef], [0xbb])).toEqual([0xef, 0xbb]);
});

test('may come again in the next stream', () => {
  const mark = createByteOrderMark();
  mark.strip(Uint8Array.of(65));
  mark.flush();
  expect([...mark.strip(Uint8Array.of(0xef, 0xbb, 0xbf, 66))]).toEqual([66]);
});
