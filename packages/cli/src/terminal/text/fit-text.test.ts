import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutText, textWidth, wrapLine } from './fit-text.js';

test.each([
  ['plain', 5],
  ['né', 2],
  ['ne\u0301', 2],
  ['漢字', 4],
  ['한글', 4],
  ['👨‍👩‍👧', 2],
  ['🇫🇷', 2],
  ['❤️', 2],
  ['…✓', 2],
  ['', 0],
])('%j takes %d columns', (text, width) => {
  expect(textWidth(text)).toBe(width);
});

test('text that is too long ends in an ellipsis, and wide characters are not halved', () => {
  expect(cutText('fits', 4)).toBe('fits');
  expect(cutText('too long', 4)).toBe('too…');
  expect(cutText('漢字漢字', 6)).toBe('漢字…');
  expect(cutText('👨‍👩‍👧👨‍👩‍👧', 3)).toBe('👨‍👩‍👧…');
  expect(cutText('x', 0)).toBe('');
});

test('a line is broken at spaces and keeps its indentation', () => {
  expect(wrapLine('  - one two three', 10)).toEqual(['  - one', '  two', '  three']);
});

test('a path that is too long is left whole, a script without spaces is broken', () => {
  expect(wrapLine('see /a/very/long/path', 8)).toEqual(['see', '/a/very/long/path']);
  expect(wrapLine('漢字漢字漢字', 4)).toEqual(['漢字', '漢字', '漢字']);
});

test('what is cut fits; what is wrapped loses nothing but spaces', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 200 });
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 60 }), (line, columns) => {
      expect(textWidth(cutText(line, columns))).toBeLessThanOrEqual(columns);
      const letters = (whole: string) => whole.replace(/\s/g, '');
      expect(letters(wrapLine(line, columns).join(''))).toBe(letters(line));
    }),
  );
});

test('a line of some megabytes is no trouble', () => {
  const started = performance.now();
  cutText('漢'.repeat(3_000_000), 80);
  wrapLine('e\u0301'.repeat(500_000), 80);
  wrapLine('word '.repeat(500_000), 80);
  expect(performance.now() - started).toBeLessThan(10_000);
});
