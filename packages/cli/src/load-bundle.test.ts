import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
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
  writeBundle('one');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Bundles of words of one length have one length, too, which is all that V8 compares. npm gives all
 * files of all versions one time.
 */
function writeBundle(word: string): void {
  const main = `
    const { basename } = require('node:path');
    const { word } = require('./chunk.js');
    console.log(word(), basename(__filename), require('./chunk.js').word === word);
  `;
  const chunk = `exports.word = () => '${word}';`;
  for (const [name, text] of Object.entries({ 'main.js': main, 'chunk.js': chunk })) {
    writeFileSync(join(folder, name), text);
    utimesSync(join(folder, name), 1, 1);
  }
}

/** What the compiled code of a file is called: by its source. */
function compiledName(name: string): string {
  const hash = createHash('sha256').update(readFileSync(join(folder, name)));
  return `${name}.${hash.digest('hex').slice(0, 32)}`;
}

const compiledNames = () => ['chunk.js', 'main.js'].map(compiledName);

function run(code = LOAD_WITH_CACHE): string {
  return execFileSync(process.execPath, ['-e', code, LOADER, folder], { encoding: 'utf8' });
}

const printed = (word: string) => `${word} main.js true\n`;

test('loadBundle runs main.js with its chunks, and keeps compiled code in the folder', () => {
  expect(run(LOAD)).toBe(printed('one'));
  expect(existsSync(cache)).toBe(true);
  expect(run(LOAD)).toBe(printed('one'));
  writeBundle('two');
  expect(run(LOAD)).toBe(printed('two'));
});

describe('the compile cache for a Node that has none', () => {
  test('saves what V8 compiled of each file, and uses it the next time', () => {
    expect(run()).toBe(printed('one'));
    expect(readdirSync(cache).sort()).toEqual(compiledNames());
    const saved = statSync(join(cache, compiledName('main.js')));
    expect(run()).toBe(printed('one'));
    expect(statSync(join(cache, compiledName('main.js')))).toEqual(
      expect.objectContaining({ ino: saved.ino, mtimeMs: saved.mtimeMs }),
    );
  });

  test('never runs the code of an earlier bundle, though it is as long', () => {
    expect(run()).toBe(printed('one'));
    writeBundle('two');
    expect(run()).toBe(printed('two'));
    expect(run()).toBe(printed('two'));
  });

  test.each([
    ['of another version of Node', () => Buffer.from('not compiled by this V8')],
    ['cut short', (whole: Buffer) => whole.subarray(0, whole.length / 2)],
    ['empty', () => Buffer.alloc(0)],
  ])('compiles again when the code is %s, and saves that', (_what, damage) => {
    run();
    const path = join(cache, compiledName('chunk.js'));
    const whole = readFileSync(path);
    writeFileSync(path, damage(whole));
    expect(run()).toBe(printed('one'));
    expect(readFileSync(path).length).toBeGreaterThan(whole.length / 2);
    expect(readdirSync(cache).sort()).toEqual(compiledNames());
  });

  test('runs where nothing can be saved, and leaves nothing half-written', () => {
    // Root may write everywhere, but nobody can rename a file to the name of a folder.
    mkdirSync(join(cache, compiledName('main.js')), { recursive: true });
    expect(run()).toBe(printed('one'));
    expect(run()).toBe(printed('one'));
    expect(readdirSync(cache).sort()).toEqual(compiledNames());
  });

  test('loads a chunk again that has thrown, and never gives what is half of it', () => {
    writeFileSync(
      join(folder, 'main.js'),
      `for (let i = 0; i < 3; i += 1) {
        try { console.log(require('./chunk.js').word); } catch (error) { console.log(error.message); }
      }`,
    );
    const tries = 'globalThis.tries = (globalThis.tries ?? 0) + 1;';
    const thrown = "if (globalThis.tries < 3) throw new Error('try ' + globalThis.tries);";
    writeFileSync(
      join(folder, 'chunk.js'),
      `exports.word = 'half'; ${tries} ${thrown} exports.word = 'whole';`,
    );
    expect(run()).toBe('try 1\ntry 2\nwhole\n');
  });

  test('runs where its folder cannot be created', () => {
    writeFileSync(join(folder, '.compiled'), '');
    expect(run()).toBe(printed('one'));
  });
});
