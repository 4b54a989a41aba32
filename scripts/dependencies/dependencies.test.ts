import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { problemsOf } from './check-dependencies.mjs';
import { dependenciesPage } from './dependencies-page.mjs';
import { root, runtimeDependencies, walk } from './runtime-dependencies.mjs';

const file = join(root, 'scripts', 'dependencies', 'decisions.json');
const decisions = JSON.parse(readFileSync(file, 'utf8'));

test('every runtime dependency was decided about, as it is', () => {
  expect(problemsOf(runtimeDependencies(), decisions)).toEqual([]);
});

test('the page about them is what `npm run dependencies -- --write` makes', () => {
  const page = readFileSync(join(root, 'docs', 'dependencies.md'), 'utf8');
  expect(page).toBe(dependenciesPage(runtimeDependencies(), decisions));
});

const HASH = 'sha512-AAAA';
const good = {
  name: 'a',
  version: '1.0.0',
  licence: 'MIT',
  integrity: HASH,
  installScripts: [],
  usedBy: ['@dragoman/cli'],
};
const decided = { 'a@1.0.0': { integrity: HASH, reason: 'it does a' } };

describe('a dependency is refused', () => {
  test.each([
    ['that is new', good, {}, 'nobody has decided'],
    ['in a new version', { ...good, version: '1.0.1' }, decided, 'nobody has decided'],
    ['with another content', { ...good, integrity: 'sha512-BBBB' }, decided, 'another content'],
    ['without a hash', { ...good, integrity: '' }, decided, 'no sha512'],
    ['under another licence', { ...good, licence: 'GPL-3.0' }, decided, 'licence "GPL-3.0"'],
    ['under no licence', { ...good, licence: '' }, decided, 'licence ""'],
    ['under several', { ...good, licence: 'MIT AND GPL-3.0' }, decided, 'licence "MIT AND'],
    ['that runs a script', { ...good, installScripts: ['postinstall'] }, decided, 'postinstall'],
    ['without a reason', good, { 'a@1.0.0': { integrity: HASH, reason: ' ' } }, 'without a reason'],
  ])('%s', (_what, dependency, known, said) => {
    expect(problemsOf([dependency], known).join(' ')).toContain(said);
  });

  test('and so is a decision about one that is none', () => {
    expect(problemsOf([], decided)).toEqual([expect.stringContaining('remove its decision')]);
  });

  test('but not one that was decided about, nor one with a choice of licences', () => {
    expect(problemsOf([good], decided)).toEqual([]);
    expect(problemsOf([{ ...good, licence: '(AFL-2.1 OR MIT)' }], decided)).toEqual([]);
  });
});

test('dependencies of dependencies are found where Node finds them, those of tests are not', () => {
  const packages = {
    'packages/cli': { name: '@dragoman/cli', dependencies: { '@dragoman/core': '1', a: '1' } },
    'node_modules/@dragoman/core': { link: true, resolved: 'packages/core' },
    'packages/core': {
      name: '@dragoman/core',
      optionalDependencies: { fast: '1', 'not-here': '1' },
    },
    'node_modules/a': { version: '1.0.0', integrity: HASH, dependencies: { b: '2' } },
    'node_modules/a/node_modules/b': {
      version: '2.0.0',
      integrity: HASH,
      peerDependencies: { c: '1' },
    },
    'node_modules/b': { version: '1.0.0', integrity: HASH },
    'node_modules/c': { version: '1.0.0', integrity: HASH, license: 'ISC' },
    'node_modules/fast': {
      name: 'real-fast',
      version: '1.0.0',
      integrity: HASH,
      hasInstallScript: true,
    },
    'node_modules/vitest': { version: '4.0.0', integrity: HASH },
  };
  const found = walk(
    packages,
    ['packages/cli'],
    () => [],
    () => undefined,
  );
  expect(found.map(({ name, version }) => `${name}@${version}`)).toEqual([
    ...['a@1.0.0', 'b@2.0.0', 'c@1.0.0', 'real-fast@1.0.0'],
  ]);
  expect(found.at(-1)).toMatchObject({ installScripts: ['install'], usedBy: ['@dragoman/core'] });
});
