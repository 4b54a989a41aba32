import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openFile, readShortFile, readSmallBytes, textOf } from './open-file.js';
import { readChunks } from './read-chunks.js';
import { withSessionFile } from './with-session-file.js';

const folder = mkdtempSync(join(tmpdir(), 'dragoman-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('says that there is no such file', () => {
  expect(() => openFile(join(folder, 'none'))).toThrow(
    expect.objectContaining({
      code: 'session_not_found',
      message: expect.stringContaining(join(folder, 'none')),
    }),
  );
});

test('says that a folder is no file', () => {
  expect(() => openFile(folder)).toThrow(
    expect.objectContaining({
      code: 'session_unreadable',
      message: expect.stringContaining('folder'),
    }),
  );
});

test.skipIf(process.platform === 'win32')('does not wait for a pipe', () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  expect(() => openFile(pipe)).toThrow(expect.objectContaining({ code: 'session_unreadable' }));
});

test('a packed file that says to be enormous is refused, not held at once', async () => {
  const path = join(folder, 'holes.jsonl.zst');
  writeFileSync(path, '');
  truncateSync(path, 1024 ** 4);
  await expect(withSessionFile(path, textOf)).rejects.toMatchObject({
    code: 'session_unreadable',
    message: expect.stringContaining('too large to be unpacked'),
  });
});

test('reads a file that grows up to the size it had', async () => {
  const path = join(folder, 'growing');
  writeFileSync(path, 'before');
  const read = await withSessionFile(path, async (file) => {
    appendFileSync(path, ' and after');
    const chunks: string[] = [];
    for await (const chunk of readChunks(file)) chunks.push(chunk.toString());
    return chunks.join('');
  });
  expect(read).toBe('before');
});

test('says what to do about a packed file that it cannot unpack', async () => {
  const path = join(folder, 'packed.jsonl.zst');
  writeFileSync(path, 'not packed at all');
  const failure = await withSessionFile(path, async () => {}).catch((error: unknown) => error);
  expect(['session_compressed', 'session_unreadable']).toContain(Object(failure).code);
});

test('a file that is too long for one text is refused before any of it is read', async () => {
  const path = join(folder, 'sparse.jsonl');
  writeFileSync(path, '');
  truncateSync(path, 1024 * 1024 * 1024);
  await expect(withSessionFile(path, textOf)).rejects.toMatchObject({
    code: 'session_unreadable',
    message: expect.stringContaining('1024 MB, of at most 256 MB'),
  });
});

test('whether a file counts as small does not depend on which was read before', () => {
  const sizes = [10, 17, 16].map((mebibytes) => mebibytes * 1024 * 1024);
  const lengths = sizes.map((size) => {
    const path = join(folder, `${size}.json`);
    writeFileSync(path, '');
    truncateSync(path, size);
    return readSmallBytes(path)?.length;
  });
  expect(lengths).toEqual([sizes[0], undefined, sizes[2]]);
});

test('a short file is read at once, and nothing else is', () => {
  const path = join(folder, 'short.json');
  writeFileSync(path, '{"a":"é"}');
  expect(readShortFile(path)?.toString()).toBe('{"a":"é"}');
  for (const [name, content] of Object.entries({ empty: '', long: 'x'.repeat(256 * 1024) })) {
    writeFileSync(join(folder, name), content);
    expect(readShortFile(join(folder, name))).toBeUndefined();
  }
  for (const path of [folder, join(folder, 'none')]) expect(readShortFile(path)).toBeUndefined();
});
