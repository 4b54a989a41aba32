import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comparableText, createComparableText } from './comparable-text.js';

test('texts are compared without the space around them and the way their lines end', () => {
  expect(comparableText('\n a\r\n b\n')).toBe('a\n b');
  expect(comparableText(' \r\n')).toBe('');
});

test('a text in pieces compares like the same text in one, after each piece', () => {
  const piece = fc.string({ unit: fc.constantFrom('a', ' ', '\r', '\n', '\u00a0', 'é') });
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const comparable = createComparableText();
      for (const [index, next] of pieces.entries()) {
        comparable.append(next);
        expect(comparable.text()).toBe(comparableText(pieces.slice(0, index + 1).join('')));
      }
    }),
  );
});
