import { expect, test } from 'vitest';
import { createGrowingBytes } from './growing-bytes.js';

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
