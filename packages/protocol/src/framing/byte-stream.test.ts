import { expect, test } from 'vitest';
import { createByteOrderMark, createGrowingBytes, createStringEncoder } from './byte-stream.js';

test('holds what was appended, in order, until it is cleared', () => {
  const bytes = createGrowingBytes();
  for (let value = 0; value < 10_000; value++) bytes.append(Uint8Array.of(value % 256));
  expect(bytes.length).toBe(10_000);
  expect(bytes.view().every((value, index) => value === index % 256)).toBe(true);
  bytes.clear();
  expect(bytes.view()).toHaveLength(0);
});

test('lets go of much memory when it is cleared', () => {
  const bytes = createGrowingBytes();
  bytes.append(new Uint8Array(8 * 1024 * 1024));
  bytes.clear();
  expect(bytes.view().buffer.byteLength).toBe(0);
});

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
