import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSpendingFiles } from './spending-files.js';

const DAY = '2026-11-18';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dragoman-spent-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function fileOfDay(): Promise<string> {
  const [name = ''] = await readdir(join(root, DAY));
  return join(root, DAY, name);
}

test('a line after one that was cut off counts, in a new server and in one that goes on', async () => {
  const files = createSpendingFiles(root, () => DAY);
  files.ended('ada', 'one', { tokens: 100, usd: 0 });
  // As where the disk was full.
  await appendFile(await fileOfDay(), '\n{"turn":"tw');
  expect(files.spent('ada').tokens).toBe(100);
  files.ended('ada', 'two', { tokens: 30, usd: 0.5 });
  for (const server of [files, createSpendingFiles(root, () => DAY)]) {
    expect(server.spent('ada')).toEqual({ tokens: 130, usd: 0.5 });
    expect(server.unended()).toEqual([]);
  }
});

test('what was read is not read again, and servers with one folder count together', async () => {
  const one = createSpendingFiles(root, () => DAY);
  const other = createSpendingFiles(root, () => DAY);
  one.ended('ada', 'one', { tokens: 100, usd: 0 });
  expect([one.spent('ada').tokens, other.spent('ada').tokens]).toEqual([100, 100]);
  const file = await fileOfDay();
  // Who reads it again counts another turn.
  await writeFile(file, (await readFile(file, 'utf8')).replace('one', 'six'));
  other.ended('ada', 'one', { tokens: 100, usd: 0 });
  other.ended('ada', 'two', { tokens: 30, usd: 0 });
  expect([one.spent('ada').tokens, other.spent('ada').tokens]).toEqual([130, 130]);
});

test('a file that is gone counts no more', async () => {
  const files = createSpendingFiles(root, () => DAY);
  files.ended('ada', 'one', { tokens: 100, usd: 0 });
  expect(files.spent('ada').tokens).toBe(100);
  await rm(join(root, DAY), { recursive: true });
  expect(files.spent('ada').tokens).toBe(0);
});
