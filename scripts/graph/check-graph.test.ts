import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkGraph } from './check-graph.mjs';

const workspace = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

describe('the package graph', () => {
  it('holds in this workspace', () => {
    expect(checkGraph(workspace)).toEqual([]);
  });
});

describe('a workspace that breaks the arrows', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'dragoman-graph-'));
    write('packages/protocol/package.json', '{}');
    write('packages/protocol/src/index.ts', '');
    write('packages/gateway/package.json', '{}');
    write('packages/gateway/src/index.ts', "import { decode } from '@dragoman/protocol';\n");
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }

  it('is fine while imports point downwards', () => {
    expect(checkGraph(root)).toEqual([]);
  });

  it.each([
    ['a plain import', "import { serve } from '@dragoman/gateway';"],
    ['a type import', "import type { Gateway } from '@dragoman/gateway';"],
    ['a re-export', "export * from '@dragoman/gateway';"],
    ['a side-effect import', "import '@dragoman/gateway';"],
    ['a dynamic import', "const late = await import('@dragoman/gateway');"],
    ['a dynamic import of a template', 'const late = await import(`@dragoman/gateway`);'],
    ['a subpath', "import { serve } from '@dragoman/gateway/server';"],
    ['an import type expression', "type Late = import('@dragoman/gateway').Gateway;"],
    ['an import assignment', "import late = require('@dragoman/gateway');"],
    ['an import after a regular expression', "if (a) /`/.test(b);import '@dragoman/gateway';"],
  ])('names the line of %s against the arrows', (_, statement) => {
    write('packages/protocol/src/index.ts', `// first line\n\n${statement}\n`);
    expect(checkGraph(root)).toEqual([
      expect.stringMatching(
        /^packages\/protocol\/src\/index\.ts:3: protocol must not import gateway/,
      ),
    ]);
  });

  it('sees through a relative path into another package', () => {
    write('packages/gateway/src/deep/near.ts', "import '../../../protocol/src/index.js';\n");
    expect(checkGraph(root)).toEqual([
      'packages/gateway/src/deep/near.ts:1: import @dragoman/protocol by its name, not by its path',
    ]);
  });

  it.each([
    ["import { readFile } from 'node:fs';", 'must not import node:fs'],
    ["import { readFile } from 'fs/promises';", 'must not import fs/promises'],
    ['export const bytes = Buffer.from([]);', "must not use Node's Buffer"],
    ['export const home = process.env;', "must not use Node's process"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a file under test
    ['export const text = `${process.pid}`;', "must not use Node's process"],
    ['export const home = globalThis.process.env;', "must not use Node's globalThis"],
    ['export const kind = wanted ? Buffer : undefined;', "must not use Node's Buffer"],
    ['switch (wanted) { case process: break; }', "must not use Node's process"],
    ['export const all = { process };', "must not use Node's process"],
    ['export const here = import.meta.dirname;', "must not use Node's import.meta.dirname"],
    ['/// <reference types="node" />', 'must not bring in /// <reference types="node" />'],
  ])('names the line of a Node API in protocol: %s', (statement, complaint) => {
    write('packages/protocol/src/deep/node.ts', `\n${statement}\n`);
    expect(checkGraph(root)).toEqual([
      `packages/protocol/src/deep/node.ts:2: protocol runs in browsers and ${complaint}`,
    ]);
  });

  it('is not fooled by comments, strings, regular expressions or property names', () => {
    write(
      'packages/protocol/src/index.ts',
      [
        "// import '@dragoman/gateway'",
        `const text = "import '@dragoman/gateway'";`,
        "const pattern = /['\"]from '@dragoman\\/gateway'/;",
        "function quote() { return /'/; } // '@dragoman/gateway'",
        'const turn = { process: 1 };',
        'turn.process += 1;',
        'class Turn { process() { return this.process; } }',
        'function run(process: number) { return process; }',
      ].join('\n'),
    );
    expect(checkGraph(root)).toEqual([]);
  });

  it('sees through the link that npm makes of a package', () => {
    write(
      'packages/protocol/src/near.ts',
      "export * from '../../../node_modules/@dragoman/gateway/src/index.js';\n",
    );
    expect(checkGraph(root)[0]).toBe(
      'packages/protocol/src/near.ts:1: protocol must not import gateway (../../../node_modules/@dragoman/gateway/src/index.js)',
    );
  });

  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a file under test
  it.each(['`node:${name}`', 'name'])('refuses an import it cannot follow: import(%s)', (what) => {
    write('packages/protocol/src/late.ts', `export const late = import(${what});\n`);
    expect(checkGraph(root)).toEqual([
      'packages/protocol/src/late.ts:1: an import that is computed can lead anywhere: write out what it imports',
    ]);
  });

  it('reads what lies beside src too', () => {
    write('packages/protocol/bin/run.js', "import '@dragoman/gateway';\n");
    expect(checkGraph(root)).toEqual([
      'packages/protocol/bin/run.js:1: protocol must not import gateway (@dragoman/gateway)',
    ]);
  });

  it('lets tests use the testkit, and nothing else use it', () => {
    write('packages/gateway/src/index.test.ts', "import '@dragoman/testkit';\n");
    write('packages/gateway/src/other.ts', "import '@dragoman/testkit';\n");
    expect(checkGraph(root)).toEqual([
      'packages/gateway/src/other.ts:1: gateway must not import testkit (@dragoman/testkit)',
    ]);
  });

  it('lets examples use the house by its names, and nothing use examples', () => {
    write('examples/chat/package.json', '{}');
    write('examples/chat/src/main.ts', "import '@dragoman/gateway';\nimport './near.js';\n");
    write('examples/chat/src/deep.ts', "import '../../../packages/gateway/src/index.js';\n");
    write('packages/gateway/src/up.ts', "import '../../../examples/chat/src/main.js';\n");
    expect(checkGraph(root)).toEqual([
      expect.stringMatching(/^packages\/gateway\/src\/up\.ts:1: gateway must not import examples/),
      expect.stringMatching(/^packages\/gateway\/src\/up\.ts:1: import .* by its name/),
      'examples/chat/src/deep.ts:1: import @dragoman/gateway by its name, not by its path',
    ]);
  });

  it.each(['dependencies', 'optionalDependencies', 'peerDependencies', 'devDependencies'])(
    'reads the %s of a manifest too',
    (kind) => {
      const manifest = { [kind]: { '@dragoman/runtime': '0.1.0' } };
      write('packages/gateway/package.json', JSON.stringify(manifest, null, 2));
      expect(checkGraph(root)).toEqual([
        'packages/gateway/package.json:3: gateway must not depend on runtime',
      ]);
    },
  );

  it('takes the testkit for a development dependency', () => {
    const manifest = { devDependencies: { '@dragoman/testkit': '0.1.0' } };
    write('packages/gateway/package.json', JSON.stringify(manifest));
    expect(checkGraph(root)).toEqual([]);
  });

  it('refuses a package that has no place in the house', () => {
    write('packages/attic/package.json', '{}');
    expect(checkGraph(root)).toEqual([
      'packages/attic: is not a package of scripts/graph/arrows.mjs',
    ]);
  });
});
