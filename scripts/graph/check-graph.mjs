// Finds every place where the packages below a folder break the arrows.
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { arrows, browserSafe, nodeGlobals } from './arrows.mjs';
import { scanSource } from './scan-source.mjs';

const SCOPE = '@dragoman/';

/**
 * Each violation as `path:line: what is wrong`, ready to print; empty when the house is in order.
 * @param {string} root the workspace, with its packages under `packages/`
 * @returns {string[]}
 */
export function checkGraph(root) {
  const packages = join(root, 'packages');
  return readdirSync(packages, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) => checkPackage(root, entry.name));
}

/** @param {string} root @param {string} name */
function checkPackage(root, name) {
  const folder = join(root, 'packages', name);
  const allowed = arrows[name];
  if (allowed === undefined) {
    return [`packages/${name}: is not a package of scripts/graph/arrows.mjs`];
  }
  return [
    ...checkManifest(root, name, allowed),
    ...sourceFiles(join(folder, 'src')).flatMap((file) => checkFile(root, name, allowed, file)),
  ];
}

/** @param {string} root @param {string} name @param {readonly string[]} allowed */
function checkManifest(root, name, allowed) {
  const path = `packages/${name}/package.json`;
  const text = readFileSync(join(root, path), 'utf8');
  const { dependencies = {}, peerDependencies = {} } = JSON.parse(text);
  return Object.keys({ ...dependencies, ...peerDependencies })
    .filter((dependency) => dependency.startsWith(SCOPE))
    .filter((dependency) => !allowed.includes(dependency.slice(SCOPE.length)))
    .map((dependency) => {
      const line = text.slice(0, text.indexOf(`"${dependency}"`)).split('\n').length;
      return `${path}:${line}: ${name} must not depend on ${dependency.slice(SCOPE.length)}`;
    });
}

/** @param {string} root @param {string} name @param {readonly string[]} allowed @param {string} file */
function checkFile(root, name, allowed, file) {
  const isTest = file.endsWith('.test.ts') || file.endsWith('.test.tsx');
  const { imports, identifiers } = scanSource(readFileSync(file, 'utf8'));
  const at = (/** @type {number} */ line) => `${relative(root, file).split(sep).join('/')}:${line}`;
  const found = [];
  for (const { specifier, line } of imports) {
    const target = targetPackage(root, file, specifier);
    if (target !== undefined && target !== name && !isReachable(target, allowed, isTest)) {
      found.push(`${at(line)}: ${name} must not import ${target} (${specifier})`);
    }
    if (target !== undefined && target !== name && specifier.startsWith('.')) {
      found.push(`${at(line)}: import ${SCOPE}${target} by its name, not by its path`);
    }
    if (!isTest && browserSafe.includes(name) && isNodeModule(specifier)) {
      found.push(`${at(line)}: ${name} runs in browsers and must not import ${specifier}`);
    }
  }
  if (!isTest && browserSafe.includes(name)) {
    for (const { name: identifier, line } of identifiers.filter((it) => nodeGlobals.has(it.name))) {
      found.push(`${at(line)}: ${name} runs in browsers and must not use Node's ${identifier}`);
    }
  }
  return found;
}

/** Tests may use the testkit; whatever they test, they stay below their package otherwise.
 * @param {string} target @param {readonly string[]} allowed @param {boolean} isTest */
function isReachable(target, allowed, isTest) {
  return allowed.includes(target) || (isTest && target === 'testkit');
}

/** The workspace package an import lands in, if it does.
 * @param {string} root @param {string} file @param {string} specifier */
function targetPackage(root, file, specifier) {
  if (specifier.startsWith(SCOPE)) return specifier.slice(SCOPE.length).split('/')[0];
  if (!specifier.startsWith('.')) return undefined;
  const [first, second] = relative(root, resolve(dirname(file), specifier)).split(sep);
  return first === 'packages' ? second : undefined;
}

/** @param {string} specifier */
function isNodeModule(specifier) {
  return specifier.startsWith('node:') || builtinModules.includes(specifier.split('/')[0] ?? '');
}

/** @param {string} folder @returns {string[]} */
function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}
