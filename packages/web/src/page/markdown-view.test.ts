import { expect, test } from 'vitest';
import { readMarkdown } from './markdown-view.js';

const many = (piece: string) => piece.repeat(Math.floor(30_000 / piece.length));

test('Markdown is read as blocks', () => {
  expect(readMarkdown('# Title\n\n- one\n- two')?.map(({ type }) => type)).toEqual([
    ...['heading', 'space', 'list'],
  ]);
});

test.each(['_a_', '*a', '> ', '>', '[a](', '`a``', '<a', '- ', '|a|\n', 'a@', '![', '~a~', '\\'])(
  'a text of nothing but %j makes nobody wait',
  (piece) => {
    const began = performance.now();
    readMarkdown(many(piece));
    readMarkdown(piece.repeat(2900 / piece.length));
    expect(performance.now() - began).toBeLessThan(3000);
  },
);
