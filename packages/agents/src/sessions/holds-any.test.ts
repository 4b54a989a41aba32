import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holdsAny } from './holds-any.js';
import { inMemoryFile } from './in-memory-file.js';

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
