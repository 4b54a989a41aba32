import { mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createTemporaryFolders } from '../testing/temporary-folder.js';
import type { Cassette } from './cassette.js';
import { loadCassette, openCassetteFile, saveCassette } from './cassette-file.js';

const makeFolder = createTemporaryFolders();
let folder: string;
let path: string;

beforeEach(async () => {
  folder = await makeFolder();
  path = join(folder, 'run.json');
});

const CASSETTE: Cassette = {
  cassette: 1,
  exchanges: [
    {
      dialect: 'openai',
      method: 'POST',
      path: '/v1/responses',
      request: { json: { input: 'hi' } },
      answer: {
        status: 200,
        headers: { 'content-type': 'text/event-stream' },
        body: { events: [{ event: 'a', json: { b: 1 } }, { text: '[DONE]' }] },
        end: 'complete',
      },
    },
  ],
};

test('what is saved is what is loaded, in a file for this user only', async () => {
  await saveCassette(path, CASSETTE);
  expect(await loadCassette(path)).toEqual(CASSETTE);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['run.json']);
});

test('saving again replaces the whole file', async () => {
  await writeFile(path, 'x'.repeat(100_000));
  await saveCassette(path, CASSETTE);
  expect(await loadCassette(path)).toEqual(CASSETTE);
});

test('two saves at once leave one whole cassette', async () => {
  const empty: Cassette = { cassette: 1, exchanges: [] };
  await Promise.all([saveCassette(path, CASSETTE), saveCassette(path, empty)]);
  expect([CASSETTE, empty]).toContainEqual(await loadCassette(path));
  expect(await readdir(folder)).toEqual(['run.json']);
});

test('a save that fails leaves nothing behind and says what happened', async () => {
  const missing = join(folder, 'no', 'run.json');
  await expect(saveCassette(missing, CASSETTE)).rejects.toMatchObject({
    code: 'cassette_not_saved',
    message: expect.stringContaining(missing),
  });
  await mkdir(path);
  await expect(saveCassette(path, CASSETTE)).rejects.toMatchObject({ code: 'cassette_not_saved' });
  expect(await readdir(folder)).toEqual(['run.json']);
  expect(await readdir(path)).toEqual([]);
});

test('a folder that has become a link since it was opened is not followed', async () => {
  const elsewhere = await makeFolder();
  const inside = join(folder, 'recordings');
  await mkdir(inside);
  await writeFile(join(elsewhere, 'run.json'), 'precious');
  const file = await openCassetteFile(join(inside, 'run.json'));
  await rename(inside, join(folder, 'moved'));
  await symlink(elsewhere, inside);
  await file.save(CASSETTE);
  await file.close();
  expect(await readFile(join(elsewhere, 'run.json'), 'utf8')).toBe('precious');
  expect(await readdir(elsewhere)).toEqual(['run.json']);
  expect(await loadCassette(join(folder, 'moved', 'run.json'))).toEqual(CASSETTE);
});

test('a file that has become a link is replaced, and a folder that is gone is said to be', async () => {
  const precious = join(await makeFolder(), 'precious');
  await writeFile(precious, 'precious');
  const inside = join(folder, 'recordings');
  await mkdir(inside);
  const file = await openCassetteFile(join(inside, 'run.json'));
  await symlink(precious, join(inside, 'run.json'));
  await file.save(CASSETTE);
  expect(await readFile(precious, 'utf8')).toBe('precious');
  expect(await loadCassette(join(inside, 'run.json'))).toEqual(CASSETTE);
  await rm(inside, { recursive: true });
  await expect(file.save(CASSETTE)).rejects.toMatchObject({ code: 'cassette_not_saved' });
  await file.close();
});

test('the file of a missing cassette is named', async () => {
  await expect(loadCassette(path)).rejects.toMatchObject({
    code: 'cassette_not_found',
    message: expect.stringContaining(path),
  });
});

test('a torn file is not half a cassette', async () => {
  await saveCassette(path, CASSETTE);
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.slice(0, -20));
  await expect(loadCassette(path)).rejects.toThrow('not JSON, or was cut off');
});

test.each([
  [{ cassette: 2, exchanges: [] }, 'it has version 2, and this program reads 1'],
  [{ exchanges: [] }, 'cassette: '],
  [[], 'top level: '],
  [{ cassette: 1, exchanges: [{ dialect: 'klingon' }] }, 'exchanges.0.dialect: '],
  [{ cassette: 1, exchanges: [], more: true }, 'more'],
])('a mistake in a cassette is named (%#)', async (content, words) => {
  await writeFile(path, JSON.stringify(content));
  await expect(loadCassette(path)).rejects.toMatchObject({
    code: 'cassette_invalid',
    message: expect.stringContaining(words),
  });
});

test.each([
  ['a name that is none', { 'x y': 'a' }],
  ['a value with a line break', { 'x-a': 'a\nb' }],
  ['a stated length', { 'Content-Length': '3' }],
  ['a stated framing', { 'transfer-encoding': 'chunked' }],
])('a header with %s is refused when it is loaded, not when it is sent', async (_name, headers) => {
  const [exchange] = CASSETTE.exchanges;
  const answer = { ...exchange?.answer, headers };
  await writeFile(path, JSON.stringify({ ...CASSETTE, exchanges: [{ ...exchange, answer }] }));
  await expect(loadCassette(path)).rejects.toMatchObject({
    code: 'cassette_invalid',
    message: expect.stringContaining('answer.headers'),
  });
});

test('an event name over several lines would be two events, and is refused', async () => {
  const text = JSON.stringify(CASSETTE).replace('"event":"a"', '"event":"a\\ndata: x"');
  await writeFile(path, text);
  await expect(loadCassette(path)).rejects.toThrow('an event name is one line');
});

test('a byte order mark before a cassette is no mistake', async () => {
  await writeFile(path, `\ufeff${JSON.stringify(CASSETTE)}`);
  expect(await loadCassette(path)).toEqual(CASSETTE);
});
