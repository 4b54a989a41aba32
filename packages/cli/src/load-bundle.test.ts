import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const LOADER = fileURLToPath(new URL('../bin/load-bundle.cjs', import.meta.url));
const RUN = 'require(process.argv[1]).loadBundle(process.argv[2], process.argv[3])';

let folder: string;
let bundle: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dragoman-bundle-'));
  bundle = join(folder, 'main.js');
  writeBundle('one', 1);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Bundles of words of one length are of one length, too, which is all that V8 compares. */
function writeBundle(word: string, second: number): void {
  const text = `
    const { basename } = require('node:path');
    const say = (word) => console.log(word, basename(__filename), typeof module.exports);
    say('${word}');
  `;
  writeFileSync(bundle, text);
  utimesSync(bundle, second, second);
}

function run(use = 'exec'): string {
  return execFileSync(process.execPath, ['-e', RUN, LOADER, bundle, use], { encoding: 'utf8' });
}

function compiled(): string[] {
  return readdirSync(folder).filter((name) => name !== 'main.js');
}

const said = (word: string) => `${word} main.js object\n`;

test('keeps what V8 compiled beside the bundle, and takes it the next time', () => {
  expect(run()).toBe(said('one'));
  expect(compiled()).toEqual(['main.js.1000.exec.compiled']);
  const kept = statSync(join(folder, 'main.js.1000.exec.compiled'));
  expect(run()).toBe(said('one'));
  expect(statSync(join(folder, 'main.js.1000.exec.compiled'))).toEqual(
    expect.objectContaining({ ino: kept.ino, mtimeMs: kept.mtimeMs }),
  );
  run('other');
  expect(compiled()).toEqual(['main.js.1000.exec.compiled', 'main.js.1000.other.compiled']);
});

test('never runs the code of an earlier bundle, though it is as long', () => {
  expect(run()).toBe(said('one'));
  writeBundle('two', 2);
  expect(run()).toBe(said('two'));
  expect(run()).toBe(said('two'));
});

test.each([
  ['of another version of Node', () => Buffer.from('not compiled by this V8')],
  ['cut short', (whole: Buffer) => whole.subarray(0, whole.length / 2)],
  ['empty', () => Buffer.alloc(0)],
])('compiles anew when the code is %s, and keeps that', (_what, damage) => {
  run();
  const path = join(folder, 'main.js.1000.exec.compiled');
  const whole = readFileSync(path);
  writeFileSync(path, damage(whole));
  expect(run()).toBe(said('one'));
  expect(readFileSync(path).length).toBeGreaterThan(whole.length / 2);
  expect(compiled()).toEqual(['main.js.1000.exec.compiled']);
});

test('runs where nothing can be kept, and leaves nothing half-written', () => {
  // Root may write everywhere, but nobody can put a file in the place of a folder.
  mkdirSync(join(folder, 'main.js.1000.exec.compiled'));
  expect(run()).toBe(said('one'));
  expect(run()).toBe(said('one'));
  expect(compiled()).toEqual(['main.js.1000.exec.compiled']);
});
