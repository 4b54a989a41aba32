import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editPieces, type FindEdits } from './text-edit.js';

const findWord: FindEdits = (text) =>
  [...text.matchAll(/secret/g)].map(({ index }) => ({
    start: index,
    end: index + 6,
    replacement: '#',
  }));

test('editing pieces gives what editing the whole gives', () => {
  const parts = fc.array(fc.constantFrom('secret', 'sec', 'ret', 'x', ''));
  fc.assert(
    fc.property(parts, (pieces) => {
      const edited = editPieces(pieces, findWord);
      expect(edited).toHaveLength(pieces.length);
      expect(edited.join('')).toBe(pieces.join('').replaceAll('secret', '#'));
    }),
  );
});

test('a replacement goes where its text began, and other pieces stay as they were', () => {
  expect(editPieces(['a se', 'cr', 'et b', 'c'], findWord)).toEqual(['a #', '', ' b', 'c']);
});

test('edits that overlap become one', () => {
  const find = () => [
    { start: 2, end: 6, replacement: '#' },
    { start: 4, end: 8, replacement: '!' },
  ];
  expect(editPieces(['0123456789'], find)).toEqual(['01#89']);
});
