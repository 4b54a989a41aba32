import {
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { looksLikePlaceholder, makePlaceholder, removePlaceholder } from './placeholder-files.js';
import { createSocketFiles } from './socket-files.js';
import type { PlaceholderKind } from './wall.js';

const sockets = createSocketFiles();
let root: string;
let path: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'dragoman-placeholder-')));
  path = join(root, 'x');
});
afterEach(() => {
  sockets.close();
  rmSync(root, { recursive: true });
});

const make = (kind: PlaceholderKind) => makePlaceholder({ root, path: 'x' }, kind, sockets);
const remove = (kind: PlaceholderKind) => removePlaceholder({ root, path: 'x' }, kind);
const looksLike = (kind: PlaceholderKind) => looksLikePlaceholder({ root, path: 'x' }, kind);

test.each(['file', 'folder', 'scratch', 'socket'] as const)(
  'a %s is made where nothing is, once, and removed',
  (kind) => {
    expect(make(kind)).toBe(true);
    expect(make(kind)).toBe(false);
    expect(looksLike(kind)).toBe(true);
    remove(kind);
    remove(kind);
    expect(readdirSync(root).filter((name) => name === 'x')).toEqual([]);
  },
);

test('a file into which somebody wrote meanwhile is theirs, and stays', () => {
  make('file');
  writeFileSync(path, 'mine');
  expect(looksLike('file')).toBe(false);
  remove('file');
  expect(readFileSync(path, 'utf8')).toBe('mine');
});

test('an empty file that has another name, too, stays', () => {
  make('file');
  linkSync(path, join(root, 'y'));
  expect(looksLike('file')).toBe(false);
  remove('file');
  expect(lstatSync(path).isFile()).toBe(true);
});

test.each(['folder', 'scratch'] as const)('a %s in which something is stays', (kind) => {
  make(kind);
  writeFileSync(join(path, 'y'), '');
  expect(looksLike(kind)).toBe(false);
  remove(kind);
  expect(readdirSync(path)).toEqual(['y']);
});

test('neither a link at its place nor one on the way is followed', () => {
  mkdirSync(join(root, 'elsewhere'));
  writeFileSync(join(root, 'elsewhere', 'x'), '');
  symlinkSync('elsewhere/x', path);
  symlinkSync('elsewhere', join(root, 'way'));
  const onTheWay = { root, path: 'way/x' };
  for (const kind of ['file', 'folder'] as const) {
    expect(make(kind)).toBe(false);
    expect(looksLikePlaceholder(onTheWay, kind)).toBe(false);
    removePlaceholder(onTheWay, kind);
  }
  remove('file');
  expect(makePlaceholder({ root, path: 'way/y' }, 'file', sockets)).toBe(false);
  expect(readdirSync(join(root, 'elsewhere'))).toEqual(['x']);
  expect(lstatSync(path).isSymbolicLink()).toBe(true);
});
