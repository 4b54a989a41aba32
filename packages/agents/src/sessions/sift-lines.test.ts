import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inMemoryFile } from './in-memory-file.js';
import { siftLines } from './sift-lines.js';

async function sifted(
  content: string,
  sought: readonly string[],
  chunkBytes?: number,
): Promise<string[]> {
  const lines: string[] = [];
  const file = inMemoryFile(Buffer.from(content));
  await siftLines(file, sought, (line) => lines.push(line), chunkBytes);
  return lines;
}

test('shows exactly the lines that hold what is sought, each once, in order', async () => {
  const word = fc.constantFrom('"ab"', '"ac"', '"a', 'é', 'x', '\n', '\n');
  await fc.assert(
    fc.asyncProperty(fc.array(word), fc.integer({ min: 1, max: 9 }), async (words, chunkBytes) => {
      const content = words.join('');
      const expected = content
        .split('\n')
        .filter((line) => line.includes('"ab"') || line.includes('"ac"'));
      expect(await sifted(content, ['"ab"', '"ac"'], chunkBytes)).toEqual(expected);
    }),
  );
});

test('leaves out a line that is longer than a record may be', async () => {
  const long = `"ab"${'x'.repeat(17 * 1024 * 1024)}`;
  expect(await sifted(`${long}\n"ab"\n`, ['"ab"'])).toEqual(['"ab"']);
});
