import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inMemoryFile } from './open-file.js';
import { readChunks, readChunksBackwards } from './read-chunks.js';

const stretch = fc
  .tuple(fc.uint8Array({ maxLength: 50 }), fc.nat(50), fc.nat(50), fc.integer({ min: 1, max: 9 }))
  .map(([bytes, one, other, chunkBytes]) => ({
    bytes,
    from: Math.min(one, other, bytes.length),
    to: Math.min(Math.max(one, other), bytes.length),
    chunkBytes,
  }));

test('gives every byte between two positions once, in order', async () => {
  await fc.assert(
    fc.asyncProperty(stretch, fc.boolean(), async ({ bytes, from, to, chunkBytes }, ahead) => {
      const read: number[] = [];
      for await (const chunk of readChunks(inMemoryFile(bytes), from, to, { chunkBytes, ahead })) {
        read.push(...chunk);
      }
      expect(read).toEqual([...bytes.subarray(from, to)]);
    }),
  );
});

test('gives them from the end as well', async () => {
  await fc.assert(
    fc.asyncProperty(stretch, async ({ bytes, from, to }) => {
      const read: number[] = [];
      for await (const { chunk, at } of readChunksBackwards(inMemoryFile(bytes), to, from)) {
        expect([...chunk]).toEqual([...bytes.subarray(at, at + chunk.length)]);
        read.unshift(...chunk);
      }
      expect(read).toEqual([...bytes.subarray(from, to)]);
    }),
  );
});

test('ends where the file has become shorter', async () => {
  const file = { ...inMemoryFile(Buffer.from('abc')), bytes: 10 };
  const read: string[] = [];
  for await (const chunk of readChunks(file)) read.push(chunk.toString());
  expect(read).toEqual(['abc']);
});

test('fails when a read fails', async () => {
  const failing = async () => {
    throw new Error('no disk');
  };
  const chunks = readChunks({ ...inMemoryFile(Buffer.from('abc')), read: failing });
  await expect(chunks.next()).rejects.toThrow('no disk');
});
