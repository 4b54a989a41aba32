import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createByteCollector } from './byte-collector.js';

test('gives back what it was given, in one', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 5000 })), (chunks) => {
      const collector = createByteCollector();
      for (const round of [1, 2]) {
        for (const chunk of chunks) collector.append(Buffer.from(chunk));
        expect(collector.bytes().equals(Buffer.concat(chunks)), `round ${round}`).toBe(true);
        expect(collector.size).toBe(Buffer.concat(chunks).length);
        collector.clear();
      }
      expect(collector.bytes()).toHaveLength(0);
    }),
  );
});

test('a body of single bytes takes little more than its size', () => {
  const collector = createByteCollector();
  const before = process.memoryUsage().arrayBuffers;
  const byte = Buffer.from('x');
  for (let count = 0; count < 4_000_000; count += 1) collector.append(byte);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024);
  expect(collector.size).toBe(4_000_000);
});

test('takes a part of a chunk', () => {
  const collector = createByteCollector();
  collector.append(Buffer.from('hello world'), 6);
  collector.append(Buffer.from('hello world'), 0, 5);
  expect(`${collector.bytes()}`).toBe('worldhello');
});
