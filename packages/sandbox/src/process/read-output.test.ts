import { spawn } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { readOutput } from './read-output.js';
import { collectText } from './run-process.js';

test('gives what was written, to its end, and counts it', async () => {
  const source = new PassThrough();
  let count = 0;
  const output = readOutput(source, (bytes) => {
    count += bytes;
  });
  source.write('grüß ');
  source.end('dich');
  expect(await collectText(output.bytes)).toBe('grüß dich');
  expect(count).toBe(11);
});

test('ends after the process is gone though somebody unknown holds the pipe open', async () => {
  const source = new PassThrough();
  const output = readOutput(source, () => {});
  source.write('last words');
  output.finish();
  expect(await collectText(output.bytes)).toBe('last words');
  expect(source.destroyed).toBe(true);
});

test('a reader that is behind when the process has gone misses nothing', async () => {
  const source = new PassThrough({ highWaterMark: 1_000_000 });
  const output = readOutput(source, () => {});
  source.end('x'.repeat(500_000));
  output.finish();
  const reader = output.bytes[Symbol.asyncIterator]();
  let received = (await reader.next()).value?.byteLength ?? 0;
  for await (const chunk of { [Symbol.asyncIterator]: () => reader }) received += chunk.byteLength;
  expect(received).toBe(500_000);
});

test('stops when it is told to, with what has come so far', async () => {
  const source = new PassThrough();
  const output = readOutput(source, () => output.stop());
  source.write('enough');
  expect(await collectText(output.bytes)).toBe('enough');
});

test('ends when the pipe breaks', async () => {
  const source = new PassThrough();
  const output = readOutput(source, () => {});
  source.destroy(new Error('broken'));
  expect(await collectText(output.bytes)).toBe('');
});

test('misses nothing when this process was held up while the output waited', async () => {
  const child = spawn('/bin/sh', ['-c', 'head -c 100000 /dev/zero']);
  const output = readOutput(child.stdout, () => {});
  holdUp(500);
  output.finish();
  holdUp(500);
  expect((await collectText(output.bytes)).length).toBe(100_000);
});

function holdUp(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
