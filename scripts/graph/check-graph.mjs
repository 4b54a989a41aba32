// Finds every place where the packages below a folder break the arrows.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { arrows } from './arrows.mjs';
import { checkFile } from './check-file.mjs';
import { packageNamed, SCOPE } from './target-package.mjs';

/** Folders of a package that hold nothing of its own. */
const LEFT_OUT = new Set(['bundle', 'dist', 'node_modules']);

/**
 * Each violation as `path:line: what is wrong`, ready to print; empty when the house is in order.
 * @param {string} root the workspace, with its packages under `packages/`
 * @returns {string[]}
 */
export function checkGraph(root) {
  return readdirSync(join(root, 'packages'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) => checkPackage(root, entry.name));
}

/** @param {string} root @param {string} name */
function checkPackage(root, name) {
  const folder = join(root, 'packages', name);
  // What a branch of old has left behind, such as a build, is no package.
  if (!existsSync(join(folder, 'package.json'))) return [];
  const allowed = arrows[name];
  if (allowed === undefined) {
    return [`packages/${name}: is not a package of scripts/graph/arrows.mjs`];
  }
  const files = sourceFiles(folder);
  return [
    ...checkManifest(root, name, allowed),
    ...files.flatMap((file) => checkFile({ root, name, allowed, file })),
  ];
}

/** @param {string} root @param {string} name @param {readonly string[]} allowed */
function checkManifest(root, name, allowed) {
  const path = `packages/${name}/package.json`;
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
