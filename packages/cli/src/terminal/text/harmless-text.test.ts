import fc from 'fast-check';
import { expect, test } from 'vitest';
import { harmlessLine, harmlessLines, harmlessName } from './harmless-text.js';

test.each([
  ['colours', '\u001b[1;31mred\u001b[0m', 'red'],
  ['a title', '\u001b]0;owned\u0007text', 'text'],
  ['a link', '\u001b]8;;http://x\u001b\\text\u001b]8;;\u001b\\', 'text'],
  ['clearing the screen', 'a\u001b[2J\u001b[Hb', 'ab'],
])('takes away %s', (_what, text, shown) => {
  expect(harmlessLines(text)).toEqual([shown]);
});

test.each([
  ['a bell', '\u0007', '␇'],
  ['a backspace', 'rm\u0008\u0008ls', 'rm␈␈ls'],
  ['an escape of no known form', '\u001bcreset', '␛creset'],
  ['a title that never ends', '\u001b]0;all the rest', '␛]0;all the rest'],
  ['an eight-bit control sequence', '\u009b31m', '\\u009b31m'],
  ['text turned around', 'a\u202eb', 'a\\u202eb'],
])('shows %s', (_what, text, shown) => {
  expect(harmlessLines(text)).toEqual([shown]);
});

test('what a carriage return would hide is shown', () => {
  expect(harmlessLines('rm -rf ~\rls\r\nnext\n')).toEqual(['rm -rf ~', 'ls', 'next', '']);
  expect(harmlessLine('a\nb')).toBe('a b');
});

test('tabs, accents, emoji and CJK are left alone', () => {
  const text = '\tné 漢字 👨‍👩‍👧';
  expect(harmlessLines(text)).toEqual([text]);
});

test('no control character but the tab is left of anything', () => {
  const hostile = fc.string({
    unit: fc.constantFrom(
      '\u001b',
      '[',
      ']',
      '\u0007',
      '\u009b',
      '\u009c',
      '\\',
      '\r',
      '\n',
      '\t',
      '3',
      'm',
      'é',
    ),
  });
  fc.assert(
    fc.property(hostile, (text) => {
      expect(harmlessLines(text).join('')).not.toMatch(/[^\P{Cc}\t]/u);
    }),
  );
});

test('takes time in proportion to the text', () => {
  const started = performance.now();
  for (const piece of ['\u001b[1', '\u001b]x', '\u001b[', '1;', '\u001b[;/']) {
    harmlessLines(piece.repeat(300_000));
  }
  harmlessLines(`\u001b[${'1'.repeat(1_000_000)}`);
  expect(performance.now() - started).toBeLessThan(5000);
});

test.each([
  ['src/a b.ts', 'src/a b.ts'],
  ['quo"te\\s', 'quo"te\\s'],
  ['Grüße/日本.txt', 'Grüße/日本.txt'],
  ['a\nb', '"a\\nb"'],
  ['a\tb"\\', '"a\\tb\\"\\\\"'],
  ['\u001b[31mred', '"\\033[31mred"'],
  ['\u007f\u0085', '"\\177\\u0085"'],
  ['gpj\u202e.exe', '"gpj\\u202e.exe"'],
])('the name %j is shown as %s', (name, shown) => {
  expect(harmlessName(name)).toBe(shown);
});
