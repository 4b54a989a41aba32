import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Line, lineWidth, printLine, textOf } from '../line.js';
import { paintFor } from '../terminal.js';
import { textWidth } from '../text/fit-text.js';
import { markdownLines } from './markdown-lines.js';

const shown = (text: string, columns = 60): string[] =>
  markdownLines(text, { columns }).map((line) => textOf(line).trimEnd());

const formatOf = (lines: readonly Line[], text: string) =>
  lines.flat().find((span) => span.text.includes(text))?.format;

test('headings, lists, quotes and rules are shown without their marks', () => {
  const text = [
    '# Title',
    'Some *text* with `code`.',
    '',
    '- one',
    '- two',
    '  1. deep',
    '- [x] done',
    '- [ ] open',
    '',
    '> quoted',
    '',
    '---',
  ].join('\n');
  expect(shown(text)).toEqual([
    'Title',
    'Some text with code.',
    '',
    '• one',
    '• two',
    '  1. deep',
    '☑ done',
    '☐ open',
    '',
    '│ quoted',
    '',
    '─'.repeat(40),
  ]);
  const lines = markdownLines(text, { columns: 60 });
  expect(formatOf(lines, 'Title')).toEqual(['bold', 'underline']);
  expect(formatOf(lines, 'text')).toEqual(['italic']);
  expect(formatOf(lines, 'code')).toEqual(['cyan']);
});

test('a long item is indented under its mark, and a long word of an address is left whole', () => {
  const address = `https://example.org/${'a'.repeat(50)}`;
  expect(shown(`1. The quick brown fox jumps over it.\n2. [docs](${address})`, 24)).toEqual([
    '1. The quick brown fox',
    '   jumps over it.',
    '2. docs',
    `   (${address})`,
  ]);
});

test('a table has columns; one that is too wide has wrapped cells, and then rows as records', () => {
  const table = '| name | n |\n|---|--:|\n| alpha | 1 |\n| 漢字 | 20 |';
  expect(shown(table)).toEqual(['name  │  n', '──────┼───', 'alpha │  1', '漢字  │ 20']);
  expect(shown('| a | b |\n|---|---|\n| one two three four | x |', 16)).toEqual([
    'a            │ b',
    '─────────────┼──',
    'one two      │ x',
    'three four   │',
  ]);
  const wide = Array.from({ length: 8 }, (_, at) => `column${at}`);
  const many = `|${wide.join('|')}|\n|${wide.map(() => '-').join('|')}|\n|${wide.join('|')}|`;
  expect(shown(many, 40)[0]).toBe('column0: column0');
});

test('code is indented, coloured if its language is known, and broken where it is too long', () => {
  const lines = markdownLines('```ts\nconst a = "x < y"; // note\n```', { columns: 60 });
  expect(lines.map(textOf)).toEqual(['  const a = "x < y"; // note']);
  expect(formatOf(lines, 'const')).toBe('magenta');
  expect(formatOf(lines, '"x < y"')).toBe('green');
  expect(formatOf(lines, '// note')).toBe('dim');
  expect(shown(`\`\`\`nosuch\n${'x'.repeat(30)}\n\`\`\``, 22)).toEqual([
    `  ${'x'.repeat(20)}`,
    `  ${'x'.repeat(10)}`,
  ]);
});

test('what is no Markdown is shown as it is', () => {
  expect(shown('a * b * c\n<b>tag</b> &amp; 2 < 3')).toEqual(['a * b * c <b>tag</b> & 2 < 3']);
});

describe('a text that still grows', () => {
  const whole = [
    '# Title\n\nA paragraph that is **bold** in the middle and long enough to wrap.\n\n',
    '- one\n- two\n\n- three with `code`\n\n```js\nlet a = 1;\nlet b = 2;\n```\n\n',
    '| a | b |\n|---|---|\n| 1 | 2 |\n\nThe end.',
  ].join('');

  test('gives only lines that stay', () => {
    const final = shown(whole, 40);
    for (let length = 1; length <= whole.length; length += 1) {
      const lines = markdownLines(whole.slice(0, length), { columns: 40, isGrowing: true });
      const texts = lines.map((line) => textOf(line).trimEnd());
      expect(final.slice(0, texts.length), whole.slice(0, length)).toEqual(texts);
    }
  });

  test('gives items and lines of code as they come', () => {
    const growing = (text: string) =>
      markdownLines(text, { columns: 40, isGrowing: true }).map(textOf);
    expect(growing('- one\n- tw')).toEqual(['• one']);
    expect(growing('```\nlet a\nlet b')).toEqual(['  let a']);
    expect(growing('Half a sen')).toEqual([]);
  });
});

const piece = fc.constantFrom(
  ...[
    '# ',
    '- ',
    '1. ',
    '> ',
    '```',
    '```js\n',
    '\n',
    '\n\n',
    '| a | b |\n|---|---|\n',
    '| x | y |\n',
  ],
  ...[
    '**bold** ',
    '*it',
    '`code` ',
    '[link](http://x.y) ',
    'word ',
    '漢字文字 ',
    '👩‍👩‍👧 ',
    'e\u0301e\u0301 ',
  ],
  ...['\u001b[31m', '\u001b]0;title\u0007', '\u009b2J', '\r', '\u0000', '&#27;[2J', '\u202e', '\t'],
  ...['<b>', '    indented\n', '- [x] ', '***\n', '===\n', '~~gone~~ ', '\\*'],
);
const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));

test('never lets a control sequence through, and never exceeds the width', () => {
  const paint = paintFor({ isTTY: true }, { FORCE_COLOR: '1' });
  fc.assert(
    fc.property(text, fc.constantFrom(40, 80, 120), fc.boolean(), (source, columns, isGrowing) => {
      for (const line of markdownLines(source, { columns, isGrowing })) {
        expect(lineWidth(line)).toBeLessThanOrEqual(columns);
        const printed = printLine(line, paint);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: what is looked for
        const bare = printed.replace(/\u001b\[\d+m/g, '');
        expect(bare.replaceAll('\t', '')).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
        expect(textWidth(bare)).toBeLessThanOrEqual(columns);
      }
    }),
    {
      numRuns: 400,
      examples: [['`code` `code` | x | y |\n漢字文字 &#27;[2Jword &#27;[2J', 40, false]],
    },
  );
});

test('nests as deep as it likes, and is read in a moment', () => {
  const started = performance.now();
  for (const hostile of [
    '>'.repeat(5000),
    '- '.repeat(3000),
    '['.repeat(20_000),
    '*a'.repeat(20_000),
  ]) {
    markdownLines(hostile, { columns: 80 });
  }
  expect(performance.now() - started).toBeLessThan(10_000);
});

test('a fence with very many lines is shown, and so is a table', () => {
  const lines = shown(`Before\n\n\`\`\`\n${'\n'.repeat(150_000)}\`\`\`\n\nAfter`);
  expect(lines.length).toBeGreaterThan(150_000);
  expect(lines.at(-1)).toBe('After');
  expect(shown(`|a|\n|-|\n${'x\n'.repeat(99_000)}`)).toHaveLength(99_002);
});
