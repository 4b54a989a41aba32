import { expect, test } from 'vitest';
import { firstWords, shownText } from './shown-text.js';

test('colours and titles of a terminal are left out', () => {
  expect(shownText('\u001b[1;31mred\u001b[0m \u001b]0;title\u0007plain')).toBe('red plain');
  expect(shownText('one\r\ntwo\rthree')).toBe('one\ntwo\nthree');
});

test('what is hidden or turns a text around shows', () => {
  expect(shownText('a\u0000b\u0008c\u007f')).toBe('a␀b␈c⟨U+007F⟩');
  expect(shownText('if (admin\u202e\u2066) x\u200b')).toBe('if (admin⟨U+202E⟩⟨U+2066⟩) x⟨U+200B⟩');
  expect(shownText('café 猫 🐈\tרק')).toBe('café 猫 🐈\tרק');
});

test('a title that never ends takes no more time than any other text', () => {
  const began = performance.now();
  shownText('\u001b]'.repeat(500_000));
  expect(performance.now() - began).toBeLessThan(2000);
});

test('the first words are one line, and say that there is more', () => {
  expect(firstWords(' one\n\n two ')).toBe('one two');
  expect(firstWords('x'.repeat(10_000_000), 10)).toBe('xxxxxxxxxx…');
});
