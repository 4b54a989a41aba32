import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedactStream } from './redact-stream.js';

async function redact(chunks: readonly string[], key: string): Promise<string> {
  const source = Readable.from(
    chunks.map((chunk) => Buffer.from(chunk)),
    { objectMode: false },
  );
  return (await buffer(source.pipe(createRedactStream(key)))).toString();
}

test('a key is replaced by as many asterisks, wherever chunks cut it', async () => {
  const key = 'sk-abab-abac';
  const parts = fc.array(fc.constantFrom(key, 'sk-', 'sk-ab', 'sk-abab-aba', 'x', 'ab', 's', '\n'));
  await fc.assert(
    fc.asyncProperty(parts, fc.array(fc.nat(60)), async (texts, cuts) => {
      const text = texts.join('');
      const at = [0, ...cuts.filter((cut) => cut < text.length), text.length];
      at.sort((left, right) => left - right);
      const chunks = at.slice(1).map((end, index) => text.slice(at[index], end));
      expect(await redact(chunks, key)).toBe(text.replaceAll(key, '*'.repeat(key.length)));
    }),
  );
});

test('only a tail that may be the beginning of the key waits', () => {
  const stream = createRedactStream('secret-key');
  stream.write('all of this goes on');
  expect(`${stream.read()}`).toBe('all of this goes on');
  stream.write('this too, but not the sec');
  expect(`${stream.read()}`).toBe('this too, but not the ');
  stream.write('ond hand');
  expect(`${stream.read()}`).toBe('second hand');
});
