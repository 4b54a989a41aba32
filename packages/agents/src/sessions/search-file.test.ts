import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { inMemoryFile } from './open-file.js';
import { holdsAny, siftLines } from './search-file.js';

const letters = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 4 });

test('finds a text wherever it stands, however the file is cut', async () => {
  const content = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(
      content,
      fc.array(letters, { maxLength: 3 }),
      fc.nat(30),
      fc.nat(30),
      fc.integer({ min: 1, max: 7 }),
      async (text, sought, from, to, chunkBytes) => {
        const file = inMemoryFile(Buffer.from(text));
        const part = text.slice(from, Math.max(from, to));
        expect(await holdsAny(file, sought, from, to, chunkBytes)).toBe(
          sought.some((one) => part.includes(one)),
        );
      },
    ),
    { numRuns: 500 },
  );
});

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

test('what the texts begin with is no hit: a file of quotes is searched once for each', async () => {
  const content = `{"a":"b"}\n`.repeat(1000);
  const search = vi.spyOn(Buffer.prototype, 'indexOf');
  try {
    expect(await sifted(`${content}"ab"\n`, ['"ab"', '"xy"', '"xz"'])).toEqual(['"ab"']);
    expect(search.mock.calls.length).toBeLessThan(20);
  } finally {
    search.mockRestore();
  }
});

test('leaves out a line that is longer than a record may be', async () => {
  const long = `"ab"${'x'.repeat(17 * 1024 * 1024)}`;
  expect(await sifted(`${long}\n"ab"\n`, ['"ab"'])).toEqual(['"ab"']);
});
