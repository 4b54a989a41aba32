import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { hasEffectImport, lazyProgram } from './lazy-program.mjs';

function run(chunks: { fileName: string; code: string }[]) {
  const told: unknown[] = [];
  const [entry, ...others] = chunks.map((chunk) => ({ ...chunk, isEntry: false }));
  if (entry === undefined) throw new Error('There is no module.');
  const program = lazyProgram([...others, { ...entry, isEntry: true }]);
  runInNewContext(program, { emit: (value: unknown) => told.push(value) });
  return told;
}

test('a module runs when something of it is first used, and once', () => {
  const told = run([
    {
      fileName: 'a/main.js',
      code: 'const require_b = require("../b.js");\nconst use = () => [...require_b.list, new require_b.Made().name];\ntell("main");\ntell(use());\ntell(use());',
    },
    {
      fileName: 'b.js',
      code: 'tell("b");\nexports.list = [1];\nexports.Made = class { name = "made" };',
    },
  ]);
  expect(told).toEqual(['main', 'b', [1, 'made'], [1, 'made']]);
});

test('what is only passed on, or imported for its effect, does not run', () => {
  const told = run([
    {
      fileName: 'main.js',
      code: 'require("./c.js");\nconst require_b = require("./b.js");\ntell(require_b.mine);\ntell(Object.keys(require_b.of()));',
    },
    {
      fileName: 'b.js',
      code: 'const require_c = require("./c.js");\nexports.mine = 1;\nexports.of = () => exports;\nexports.theirs = require_c.theirs;',
    },
    { fileName: 'c.js', code: 'tell("c");\nexports.theirs = 2;' },
  ]);
  expect(told).toEqual([1, ['mine', 'of', 'theirs']]);
});

test('names that contain each other, and requires in place, are told apart', () => {
  const told = run([
    {
      fileName: 'main.js',
      code: 'const require_b = require("./b.js");\nconst require_b$1 = require("./c.js");\ntell([require_b.name, require_b$1.name, require("./b.js").name, ...require("./b.js").name]);',
    },
    { fileName: 'b.js', code: 'exports.name = "b";' },
    { fileName: 'c.js', code: 'exports.name = "c";' },
  ]);
  expect(told).toEqual([['b', 'c', 'b', 'b']]);
});

test('a whole module as a value is refused, and one that is missing', () => {
  const whole = 'const require_b = require("./b.js");\ntell(require_b);';
  const chunks = [
    { fileName: 'main.js', code: whole },
    { fileName: 'b.js', code: '' },
  ];
  expect(() => run(chunks)).toThrow('main.js uses require_b otherwise than for what is in it.');
  expect(() => run(chunks.slice(0, 1))).toThrow("main.js imports ./b.js, which isn't there.");
});

test('a module that throws runs again when it is used again', () => {
  const told = run([
    {
      fileName: 'main.js',
      code: 'const require_b = require("./b.js");\nfor (const n of [1, 2]) { try { require_b.it; } catch (error) { tell(error); } }',
    },
    { fileName: 'b.js', code: 'throw "not now";' },
  ]);
  expect(told).toEqual(['not now', 'not now']);
});

test('imports for an effect are told from others', () => {
  expect(hasEffectImport("import './polyfill.js';\n")).toBe(true);
  expect(hasEffectImport("import { a } from './a.js';\nconst text = \"import 'b'\";\n")).toBe(
    false,
  );
});
