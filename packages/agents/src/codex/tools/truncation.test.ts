import { expect, test } from 'vitest';
import { readTruncation } from './truncation.js';

const HEAD = 'a\n'.repeat(600);

test.each<[header: string, mark: string]>([
  ['', '\n[... omitted 19744 of 20000 lines ...]\n\n'],
  ['', '\n[... omitted 0 of 1 lines ...]'],
  ['Total output lines: 257\n\n', '\n[... omitted 1 of 257 lines ...]\n\n'],
  ['Total output lines: 600\n\n', '[... output truncated to fit 10240 bytes ...]\n\n'],
  ['Total output lines: 600\n\n', '…30 chars truncated…'],
  [
    'Warning: truncated output (original token count: 27224)\nTotal output lines: 20000\n\n',
    '…253 tokens truncated…',
  ],
  [
    'Warning: truncated output (original token count: 9)\n... 7 bytes omitted ...\n\n',
    '…1 tokens truncated…',
  ],
  ['', '\n... command output truncated for persistence ...\n\n'],
])('knows a text that was cut, behind %j, by %j', (header, mark) => {
  const text = `${HEAD}${mark}z`;
  expect(readTruncation(header + text)).toEqual({ text, truncated: true });
});

test('knows a short text that was cut by what Codex says before it', () => {
  const warning = 'Warning: truncated output (original token count: 27224)\n\n';
  const text = 'ab…253 tokens truncated…yz';
  expect(readTruncation(warning + text)).toEqual({ text, truncated: true });
  expect(readTruncation(text, 253 + 4)).toEqual({ text, truncated: true });
});

test.each([
  '',
  'Total output lines: 3\n\nand nothing cut',
  'wait ... what',
  '…',
  '…x tokens truncated…',
  'before…5 tokens truncated…after',
  'Total output lines: 3\n\none\n[... omitted 1 of 3 lines ...]\n\nthree',
])('knows a whole text: %j', (text) => {
  expect(readTruncation(text)).toEqual({ text, truncated: false });
});

test('a command may print such a mark itself', () => {
  const text = 'Total output lines: 1\n\nab…30 chars truncated…yz';
  expect(readTruncation(text, Math.ceil(Buffer.byteLength(text) / 4))).toEqual({
    text,
    truncated: false,
  });
});

test('takes the time of the text', () => {
  for (const piece of ['…1', '[... omitted 1', '... 1', '…111111111 ', '.']) {
    const start = performance.now();
    readTruncation(piece.repeat(200_000));
    expect(performance.now() - start).toBeLessThan(10_000);
  }
});
