import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startPager } from './start-pager.js';

test.each(['', 'cat', 'less | tee x', 'no-such-pager-anywhere'])(
  'there is no pager where PAGER is %j',
  async (pager) => {
    expect(await startPager({ PAGER: pager })).toBeUndefined();
  },
);

test('a pager of the system gets all that is written, and is waited for', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-pager-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'read');
  const pager = await startPager({ PAGER: `dd of=${file} status=none` });
  for (let at = 0; at < 1000; at += 1) expect(await pager?.write('line\n'.repeat(100))).toBe(true);
  await pager?.end();
  expect(readFileSync(file, 'utf8')).toHaveLength(500_000);
});

test('a person who leaves before the end is no error', async () => {
  const pager = await startPager({ PAGER: 'true' });
  let takes = true;
  for (let at = 0; at < 10_000 && takes; at += 1)
    takes = (await pager?.write('x\n'.repeat(1000))) ?? false;
  expect(takes).toBe(false);
  await pager?.end();
});

test('a pager that an agent could have written is not run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-pager-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await expect(startPager({ PAGER: './less' })).rejects.toMatchObject({ code: 'program_missing' });
  await expect(startPager({ PAGER: join(folder, 'less') })).rejects.toMatchObject({
    code: 'program_missing',
  });
});
