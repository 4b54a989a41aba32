import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openMessageFile } from './message-file.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dragoman-last-'));
});
afterEach(() => rmSync(root, { recursive: true }));

test('the message replaces the file, and nothing else is left', () => {
  writeFileSync(join(root, 'last.md'), 'old');
  const file = openMessageFile(join(root, 'last.md'));
  file.write('new\n');
  file.close();
  expect(readFileSync(join(root, 'last.md'), 'utf8')).toBe('new\n');
  expect(readdirSync(root)).toEqual(['last.md']);
});

test('links that an agent made meanwhile are not followed', () => {
  mkdirSync(join(root, 'out'));
  mkdirSync(join(root, 'private'));
  writeFileSync(join(root, 'private/last.md'), 'keep');
  const file = openMessageFile(join(root, 'out/last.md'));
  renameSync(join(root, 'out'), join(root, 'moved'));
  symlinkSync(join(root, 'private'), join(root, 'out'));
  symlinkSync(join(root, 'private/last.md'), join(root, 'moved/last.md'));
  file.write('said');
  file.close();
  expect(readFileSync(join(root, 'private/last.md'), 'utf8')).toBe('keep');
  expect(readFileSync(join(root, 'moved/last.md'), 'utf8')).toBe('said');
});

test('a folder that is not there is refused before anything starts', () => {
  expect(() => openMessageFile(join(root, 'none/last.md'))).toThrow(
    expect.objectContaining({ code: 'message_file_unusable' }),
  );
});

test('what no file can take the place of is refused before anything is written', () => {
  mkdirSync(join(root, 'folder'));
  for (const [path, words] of [
    [join(root, 'folder'), 'it is a folder'],
    [`${root}/`, 'it is a folder'],
    [join(root, 'none/last.md'), "its folder can't be opened"],
    ['/dev/null', 'it is no file'],
  ] as const) {
    expect(() => openMessageFile(path)).toThrow(words);
  }
});
