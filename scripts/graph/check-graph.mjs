// Finds every line in which the packages below a folder break the arrows.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { arrows, belowExamples } from './arrows.mjs';
import { checkFile } from './check-file.mjs';
import { packageNamed, SCOPE } from './target-package.mjs';

/** Folders of a package that hold nothing that was written for it. */
const LEFT_OUT = new Set(['bundle', 'dist', 'node_modules']);

/**
 * Each violation as `path:line: what is wrong`, ready to print; empty when the house is in order.
 * @param {string} root the workspace, with its packages under `packages/`
 * @returns {string[]}
 */
export function checkGraph(root) {
  return [
    ...packagesIn(root, 'packages').flatMap((name) =>
      checkPackage(root, `packages/${name}`, name, arrows[name]),
    ),
    ...packagesIn(root, 'examples').flatMap((name) =>
      checkPackage(root, `examples/${name}`, `examples/${name}`, belowExamples),
    ),
  ];
}

/** What a branch of old has left behind, such as a build, is no package.
 * @param {string} root @param {string} folder */
function packagesIn(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder)).filter((name) =>
    existsSync(join(root, folder, name, 'package.json')),
  );
}

/**
 * @param {string} root @param {string} home its folder @param {string} name
 * @param {readonly string[] | undefined} allowed
 */
function checkPackage(root, home, name, allowed) {
  if (allowed === undefined) return [`${home}: is not a package of scripts/graph/arrows.mjs`];
  const files = sourceFiles(join(root, home));
  return [
    ...checkManifest(root, home, name, allowed),
    ...files.flatMap((file) => checkFile({ root, home, name, allowed, file })),
  ];
}

/** @param {string} root @param {string} home @param {string} name @param {readonly string[]} allowed */
function checkManifest(root, home, name, allowed) {
  const path = `${home}/package.json`;
  const text = readFileSync(join(root, path), 'utf8');
  const manifest = JSON.parse(text);
  const lineOf = (/** @type {string} */ key) =>
    text.slice(0, text.indexOf(`"${key}"`)).split('\n').length;
  const used = {
    ...manifest.dependencies,
    ...manifest.peerDependencies,
    ...manifest.optionalDependencies,
  };
  const found = Object.keys({ ...used, ...manifest.devDependencies })
    .filter((dependency) => dependency.startsWith(SCOPE))
    .filter((dependency) => !(dependency === `${SCOPE}testkit` && !(dependency in used)))
    .filter((dependency) => !allowed.includes(packageNamed(dependency)))
    .map(
      (dependency) =>
        `${path}:${lineOf(dependency)}: ${name} must not depend on ${packageNamed(dependency)}`,
    );
  if (manifest.imports === undefined) return found;
  return [...found, `${path}:${lineOf('imports')}: import by path or package, not by a # name`];
}

/** @param {string} folder @returns {string[]} */
function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : sourceFiles(path);
    return /\.[cm]?[jt]sx?$/.test(entry.name) ? [path] : [];
  });
}
