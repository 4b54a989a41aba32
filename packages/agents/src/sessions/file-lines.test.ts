import { createLineFramer } from '@dragoman/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PositionedLine, readLines } from './file-lines.js';
import { inMemoryFile } from './open-file.js';

async function linesOf(content: string, chunkBytes: number, maxLineBytes?: number) {
  const lines: PositionedLine[] = [];
  const file = inMemoryFile(Buffer.from(content));
  const options = { chunkBytes, maxLineBytes };
  await readLines(file, 0, file.bytes, (line) => lines.push(line), options);
  return lines;
}

test('gives the lines of any text with their positions, however it is read', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '🦊', '\n') });
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (content, chunkBytes) => {
      const lines = await linesOf(content, chunkBytes);
      const bytes = Buffer.from(content);
      for (const { at, end, text: line, terminated } of lines) {
        expect(bytes.toString('utf8', at, terminated ? end - 1 : end)).toBe(line);
      }
      const joined = lines.map((line) => `${line.text}${line.terminated ? '\n' : ''}`).join('');
      expect(joined).toBe(content);
    }),
  );
});

test('passes over a line that is too long and gives the next', async () => {
  const lines = await linesOf(`${'x'.repeat(100)}\nshort\n`, 7, 20);
  expect(lines).toEqual([
    { at: 0, end: 101, text: undefined, terminated: true },
    { at: 101, end: 107, text: 'short', terminated: true },
  ]);
});

test('stops when it is asked to', async () => {
  const lines: string[] = [];
  const file = inMemoryFile(Buffer.from('a\nb\nc\n'));
  await readLines(file, 0, file.bytes, ({ text = '' }) => {
    lines.push(text);
    return text !== 'b';
  });
  expect(lines).toEqual(['a', 'b']);
});

test('gives the lines that the framer of streams gives, whatever the bound', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '🦊', '\n', '\n', ' ', 'bcd') });
  const bounds = fc.record({
    chunkBytes: fc.integer({ min: 1, max: 9 }),
    maxLineBytes: fc.integer({ min: 1, max: 12 }),
  });
  await fc.assert(
    fc.asyncProperty(text, bounds, async (content, { chunkBytes, maxLineBytes }) => {
      const framer = createLineFramer({ maxLineBytes });
      const framed = [...framer.push(content), ...framer.flush()].map((frame) =>
        frame.kind === 'line' ? [frame.text, frame.terminated] : 'too long',
      );
      const lines = (await linesOf(content, chunkBytes, maxLineBytes))
        .filter(({ text: line }) => line === undefined || line.trim() !== '')
        .map(({ text: line, terminated }) =>
          line === undefined ? 'too long' : [line, terminated],
        );
      expect(lines).toEqual(framed);
    }),
    { numRuns: 1000 },
  );
});
