import { expect, test } from 'vitest';
import { deriveId, hash128 } from './derive-id.js';

test('gives the same id for the same fields', () => {
  expect(deriveId('session', 3, 'text')).toBe(deriveId('session', 3, 'text'));
});

test('differs for fields that read the same when run together', () => {
  const ids = [deriveId('ab', 'c'), deriveId('a', 'bc'), deriveId('abc'), deriveId('2:ab1:c')];
  expect(new Set(ids).size).toBe(4);
});

// Published vectors of MurmurHash3_x86_128 with seed 0.
test.each([
  ['', '00000000000000000000000000000000'],
  ['I will not buy this record, it is scratched.', 'a0a9683b25ac5e40d9af2895890dddf5'],
])('gives the published hash of %j', (text, expected) => {
  expect(hash128(text)).toBe(expected);
});

test('gives different hashes for texts of every length around a block', () => {
  const hashes = Array.from({ length: 70 }, (_, length) => hash128('a'.repeat(length)));
  expect(new Set(hashes).size).toBe(70);
  expect(hashes.every((hash) => /^[0-9a-f]{32}$/.test(hash))).toBe(true);
});

test('spreads 200,000 short texts without a collision in any half', () => {
  const halves = [new Set<string>(), new Set<string>()];
  for (let index = 0; index < 200_000; index++) {
    const hash = hash128(`item ${index}`);
    halves[0]?.add(hash.slice(0, 16));
    halves[1]?.add(hash.slice(16));
  }
  expect(halves.map((half) => half.size)).toEqual([200_000, 200_000]);
});
