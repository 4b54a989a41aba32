import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOutputPieces } from './output-pieces.js';

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const numbers = (bytes: Uint8Array) => Array.from(bytes);

test('reads bytes written as numbers and as base64', () => {
  const pieces = createOutputPieces();
  expect(pieces.text('stdout a', [104, 105, 10])).toBe('hi\n');
  expect(pieces.text('stdout a', 'aGkK')).toBe('hi\n');
});

test('what is neither is the text it is, or no piece', () => {
  const pieces = createOutputPieces();
  expect(pieces.text('stdout a', 'plain text!')).toBe('plain text!');
  expect(pieces.text('stdout a', [104, 300])).toBeUndefined();
  expect(pieces.text('stdout a', { length: 3 })).toBeUndefined();
});

test('keeps the streams of a command apart, and those of two commands', () => {
  const pieces = createOutputPieces();
  const [first, second] = [[0xc3], [0xa9]];
  expect(pieces.text('stdout a', first)).toBe('');
  expect(pieces.text('stderr a', first)).toBe('');
  expect(pieces.text('stdout b', second)).toBe('\ufffd');
  expect(pieces.text('stdout a', second)).toBe('é');
  pieces.drop('stderr a');
  expect(pieces.text('stderr a', second)).toBe('\ufffd');
});

test('a text cut anywhere comes out whole', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.array(fc.nat(), { maxLength: 10 }),
      fc.constantFrom(base64, numbers),
      (text, cuts, write) => {
        const bytes = new TextEncoder().encode(text);
        const positions = cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b);
        const chunks = [0, ...positions].map((from, index) =>
          bytes.subarray(from, positions[index] ?? bytes.length),
        );
        const pieces = createOutputPieces();
        expect(chunks.map((chunk) => pieces.text('stdout a', write(chunk))).join('')).toBe(text);
      },
    ),
  );
});

test('bytes that are no text are answered as a streaming decoder does', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 8 }), { maxLength: 8 }), (chunks) => {
      const pieces = createOutputPieces();
      const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
      const whole = decoder.decode(Buffer.concat(chunks.map((chunk) => Buffer.from(chunk))));
      const said = chunks.map((chunk) => pieces.text('stdout a', numbers(chunk))).join('');
      // What is left at the end may be the beginning of a character that never comes.
      expect(whole.startsWith(said.replaceAll(/\ufffd+$/g, ''))).toBe(true);
      expect(whole.length - said.length).toBeLessThanOrEqual(3);
    }),
  );
});
