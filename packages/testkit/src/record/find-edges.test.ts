import { expect, test } from 'vitest';
import { findEdges, spansText } from './find-edges.js';

const versions = Array.from({ length: 100 }, (_, minor) => `0.${minor}.0`);
const minorOf = (version: string) => Number(version.split('.')[1]);

async function find(
  isSo: (minor: number) => boolean | undefined,
  landmarks: readonly string[] = [],
) {
  const asked: string[] = [];
  const found = await findEdges(versions, landmarks, async (version) => {
    asked.push(version);
    return isSo(minorOf(version));
  });
  return { ...found, asked };
}

test('the edge is between two neighbours, and few versions are asked', async () => {
  const { edges, asked } = await find((minor) => minor >= 37);
  expect(edges).toEqual([{ before: '0.36.0', after: '0.37.0', isSo: true }]);
  expect(asked.length).toBeLessThan(10);
  expect(new Set(asked).size).toBe(asked.length);
});

test('something that came and went is found by a version between', async () => {
  const came = (minor: number) => minor >= 37 && minor <= 64;
  expect((await find(came)).edges).toEqual([]);
  const found = await find(came, ['0.50.0']);
  expect(found.edges).toEqual([
    { before: '0.36.0', after: '0.37.0', isSo: true },
    { before: '0.64.0', after: '0.65.0', isSo: false },
  ]);
  expect(spansText(found)).toBe('from 0.37.0 to 0.64.0');
});

test('a version that can’t be tried is left out, also at an end', async () => {
  const cannot = new Set([0, 49, 50, 36, 99]);
  const found = await find((minor) => (cannot.has(minor) ? undefined : minor >= 37));
  expect(found.edges).toEqual([{ before: '0.35.0', after: '0.37.0', isSo: true }]);
  expect(found.leftOut).toEqual(expect.arrayContaining(['0.0.0', '0.99.0', '0.36.0']));
  await expect(find(() => undefined)).rejects.toThrow('None of the versions could be tried.');
});

test.each([
  [[], true, 'in all of them'],
  [[], false, 'in none of them'],
  [[{ before: '1', after: '2', isSo: true }], false, 'from 2 on'],
  [[{ before: '1', after: '2', isSo: false }], true, 'up to 1'],
  [
    [
      { before: '1', after: '2', isSo: false },
      { before: '3', after: '4', isSo: true },
    ],
    true,
    'up to 1, and from 4 on',
  ],
])('the edges %j are said as spans', (edges, first, words) => {
  expect(spansText({ edges, first })).toBe(words);
});
