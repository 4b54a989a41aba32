import { expect, test } from 'vitest';
import { readTruncation } from './truncation.js';

test.each<[string, string]>([
  ['a\n\n[... omitted 19744 of 20000 lines ...]\n\nz', ''],
  [
    'Total output lines: 3\n\na\n\n[... omitted 1 of 3 lines ...]\n\nz',
    'Total output lines: 3\n\n',
  ],
  [
    'Total output lines: 1\n\na\n[... output truncated to fit 10240 bytes ...]\n\nz',
    'Total output lines: 1\n\n',
  ],
  ['Total output lines: 1\n\nab…30 chars truncated…yz', 'Total output lines: 1\n\n'],
  [
    'Warning: truncated output (original token count: 27224)\nTotal output lines: 20000\n\nab…253 tokens truncated…yz',
    'Warning: truncated output (original token count: 27224)\nTotal output lines: 20000\n\n',
  ],
  [
    'Warning: truncated output (original token count: 9)\n... 7 bytes omitted ...\n\nab…1 tokens truncated…yz',
    'Warning: truncated output (original token count: 9)\n... 7 bytes omitted ...\n\n',
  ],
  ['a\n\n... command output truncated for persistence ...\n\nz', ''],
])('knows a text that was cut: %j', (text, header) => {
  expect(readTruncation(text)).toEqual({ text: text.slice(header.length), truncated: true });
});

test.each([
  '',
  'Total output lines: 3\n\nand nothing cut',
  'wait ... what',
  '…',
  '…x tokens truncated…',
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
