import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import { isThereSync, readJsonFileSync } from '@dragoman/sandbox';

const MODULES = 'node_modules';

/** Our packages lie in one folder of `node_modules`, and the one for all beside it. */
const SCOPE = '@dragoman';
const WHOLE = 'dragoman';

/** What of a package that lies in no `node_modules`, but in somebody's clone, is loaded. */
const LOADED = ['bin', 'bundle', 'dist', 'package.json', MODULES];

/**
 * Every path that decides which code is loaded where a package is, by real paths: the package with all
 * that it depends on, and the paths, be there something or not, at which Node would look for one of
 * these first.
 */
export function packageCode(folder: string): readonly string[] {
  const found: FoundCode = { paths: new Set(), packages: new Set() };
  addPackage(folder, found);
  return [...found.paths];
}

interface FoundCode {
  readonly paths: Set<string>;
  readonly packages: Set<string>;
}

function addPackage(folder: string, found: FoundCode): void {
  if (found.packages.has(folder)) return;
  found.packages.add(folder);
  for (const path of ownPaths(folder)) found.paths.add(path);
  const manifest = readManifest(folder);
  for (const name of dependenciesIn(manifest)) addDependency(folder, name, found);
}

/** A package in `node_modules` is as it was installed. In a clone people work on its sources. */
function ownPaths(folder: string): readonly string[] {
  if (folder.split(sep).includes(MODULES)) return [folder];
  return LOADED.map((name) => join(folder, name)).filter(
    (path) => isThereSync(path) || basename(path) === MODULES,
  );
}

/** Looks upwards as Node does. What it passes must stay empty, and what it meets must stay. */
function addDependency(from: string, name: string, found: FoundCode): void {
  for (let at = from; ; at = dirname(at)) {
    const modules = join(at, MODULES);
    const candidate = join(modules, name);
    if (isThereSync(candidate)) {
      // A link can't be kept from being replaced but by its folder.
      if (isLink(candidate)) found.paths.add(dirname(candidate));
      addPackage(realpathSync(candidate), found);
      if (name.startsWith(`${SCOPE}/`)) addSiblings(modules, found);
      return;
    }
    if (at !== from) found.paths.add(isThereSync(modules) ? candidate : modules);
    if (dirname(at) === at) return;
  }
}

/** Our other packages, whichever of them is used. */
function addSiblings(modules: string, found: FoundCode): void {
  const scope = join(modules, SCOPE);
  const siblings = [...readdirSync(scope).map((name) => join(scope, name)), join(modules, WHOLE)];
  for (const path of siblings.filter(isThereSync)) {
    const folder = realpathSync(path);
    if (readManifest(folder)?.private !== true) addPackage(folder, found);
  }
}

function dependenciesIn(manifest: JsonObject | undefined): readonly string[] {
  const kinds = [
    manifest?.dependencies,
    manifest?.optionalDependencies,
    manifest?.peerDependencies,
  ];
  return kinds.flatMap((names) => (isJsonObject(names) ? Object.keys(names) : []));
}

export function readManifest(folder: string): JsonObject | undefined {
  return readJsonFileSync(join(folder, 'package.json'), isJsonObject);
}

export function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}
