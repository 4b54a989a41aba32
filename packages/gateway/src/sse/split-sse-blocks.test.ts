import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editSseBlock, splitSseBlocks } from './split-sse-blocks.js';

test('cuts after each blank line, whichever way lines end', () => {
  expect(splitSseBlocks('data: 1\n\n: x\r\n\r\ndata: 2\r\rdata: 3')).toEqual([
    'data: 1\n\n',
    ': x\r\n\r\n',
    'data: 2\r\r',
    'data: 3',
  ]);
});

test('loses nothing of any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', ':', '\n', '\r', '\r\n') }), (text) => {
      expect(splitSseBlocks(text).join('')).toBe(text);
      for (const block of splitSseBlocks(text)) {
        expect(
          editSseBlock(
            block,
            (data) => data,
            (line) => line,
          ),
        ).toBe(block);
      }
    }),
  );
});

test('edits data over several lines as one, and the other lines on their own', () => {
  const edited = editSseBlock(
    'id: 1\r\ndata: a\r\ndata:b\r\n\r\n',
    (data) => data.replace('a\nb', 'c\nd'),
    (line) => line.replace('1', '2'),
  );
  expect(edited).toBe('id: 2\r\ndata: c\r\ndata:d\r\n\r\n');
});

test('keeps what fewer or more lines of data come to within the data', () => {
  const edit = (data: string) => editSseBlock('data: a\ndata: b\n\n', () => data, String);
  expect(edit('x')).toBe('data: x\ndata: \n\n');
  expect(edit('x\ny\nz')).toBe('data: x\ndata: y z\n\n');
});
