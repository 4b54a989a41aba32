import { appendFile, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readWholeLines } from './whole-lines.js';

test('what a long line took to be read is not kept for those after it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-lines-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'lines');
  const long = `${'x'.repeat(300_000)}\n`;
  await appendFile(path, long);
  const file = await open(path);
  onTestFinished(() => file.close());
  const lines = readWholeLines(file, 0);
  expect((await lines.next()).lines).toEqual([long]);
  await appendFile(path, 'short\n'.repeat(100_000));
  // A piece is as large as the memory that it is read into.
  expect((await lines.next()).bytes.length).toBeLessThanOrEqual(64 * 1024);
});
