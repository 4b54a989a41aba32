import { execFileSync } from 'node:child_process';
import {
  existsSync,
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
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const LOADER = fileURLToPath(new URL('../bin/load-bundle.cjs', import.meta.url));
const LOAD = 'require(process.argv[1]).loadBundle(process.argv[2], "exec")';
/** What `loadBundle` does on a Node that has no compile cache. */
const LOAD_WITH_CACHE =
  'const { join } = require("node:path"); require(process.argv[1]).createRequireWithCache(process.argv[2], join(process.argv[2], ".compiled/exec"))("./main.js")';

let folder: string;
let cache: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dragoman-bundle-'));
  cache = join(folder, '.compiled/exec');
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }');
  writeBundle('one', 1);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Bundles of words of one length have one length, too, which is all that V8 compares. */
function writeBundle(word: string, second: number): void {
  const main = `
    const { basename } = require('node:path');
    const { word } = require('./chunk.js');
    console.log(word(), basename(__filename), require('./chunk.js').word === word);
  `;
  const chunk = `exports.word = () => '${word}';`;
  for (const [name, text] of Object.entries({ 'main.js': main, 'chunk.js': chunk })) {
    writeFileSync(join(folder, name), text);
    utimesSync(join(folder, name), second, second);
  }
}

function run(code = LOAD_WITH_CACHE): string {
  return execFileSync(process.execPath, ['-e', code, LOADER, folder], { encoding: 'utf8' });
}

const printed = (word: string) => `${word} main.js true\n`;

test('loadBundle runs main.js with its chunks, and keeps compiled code in the folder', () => {
  expect(run(LOAD)).toBe(printed('one'));
  expect(existsSync(cache)).toBe(true);
  expect(run(LOAD)).toBe(printed('one'));
  writeBundle('two', 2);
  expect(run(LOAD)).toBe(printed('two'));
});

describe('the compile cache for a Node that has none', () => {
  test('saves what V8 compiled of each file, and uses it the next time', () => {
    expect(run()).toBe(printed('one'));
    expect(readdirSync(cache).sort()).toEqual(['chunk.js.1000', 'main.js.1000']);
    const saved = statSync(join(cache, 'main.js.1000'));
    expect(run()).toBe(printed('one'));
    expect(statSync(join(cache, 'main.js.1000'))).toEqual(
      expect.objectContaining({ ino: saved.ino, mtimeMs: saved.mtimeMs }),
    );
  });

  test('never runs the code of an earlier bundle, though it is as long', () => {
    expect(run()).toBe(printed('one'));
    writeBundle('two', 2);
    expect(run()).toBe(printed('two'));
    expect(run()).toBe(printed('two'));
  });

  test.each([
    ['of another version of Node', () => Buffer.from('not compiled by this V8')],
    ['cut short', (whole: Buffer) => whole.subarray(0, whole.length / 2)],
    ['empty', () => Buffer.alloc(0)],
  ])('compiles again when the code is %s, and saves that', (_what, damage) => {
    run();
    const path = join(cache, 'chunk.js.1000');
    const whole = readFileSync(path);
    writeFileSync(path, damage(whole));
    expect(run()).toBe(printed('one'));
    expect(readFileSync(path).length).toBeGreaterThan(whole.length / 2);
    expect(readdirSync(cache).sort()).toEqual(['chunk.js.1000', 'main.js.1000']);
  });

  test('runs where nothing can be saved, and leaves nothing half-written', () => {
    // Root may write everywhere, but nobody can rename a file to the name of a folder.
    mkdirSync(join(cache, 'main.js.1000'), { recursive: true });
    expect(run()).toBe(printed('one'));
    expect(run()).toBe(printed('one'));
    expect(readdirSync(cache).sort()).toEqual(['chunk.js.1000', 'main.js.1000']);
  });

  test('runs where its folder cannot be created', () => {
    writeFileSync(join(folder, '.compiled'), '');
    expect(run()).toBe(printed('one'));
  });
});
