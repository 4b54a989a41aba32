import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isThereSync, liesIn, realOrSame } from '@dragoman/sandbox';
import { isLink, packageCode, readManifest } from './package-code.js';

/**
 * The files and folders, by their real paths, whose content the host runs as Dragoman: the packages it
 * is loaded from, the links by which its command is found, and Node. No agent may change them, wherever
 * it works, or the next command would be the agent's.
 *
 * @param workspace where the agent works, by its real path
 */
export function ownCode(workspace: string): readonly string[] {
  return [...codeOf(fileURLToPath(import.meta.url), workspace), ...nodeCode(process.execPath)];
}

/**
 * The code around one of our modules, where it was built to, or where a bundler has put it.
 *
 * @param script what Node was called with, not followed if it is a link
 */
export function codeOf(
  modulePath: string,
  workspace: string,
  script: string | undefined = process.argv[1],
): readonly string[] {
  const module = realpathSync(modulePath);
  const { folder, name } = packageOf(module);
  // By `npm link`, or from a store, we lie elsewhere than the link by which we are called.
  const called = script === undefined ? [] : [dirname(script)];
  const starts = [folder, workspace, ...called];
  const links = starts.flatMap(commandLinks);
  const callers = [...starts.flatMap(wholePackages), ...calledPackage(script)];
  // The command has all that it needs in its files, so nothing else that lies elsewhere matters to it.
  if (name === '@dragoman/cli' && !liesIn(workspace, folder)) {
    const inside = callers.filter((path) => liesIn(workspace, path));
    return [...new Set([...inside.flatMap(codeAt), ...links])];
  }
  // In a bundle that isn't ours, ours is what lies there.
  const isOurs = name === '@dragoman/runtime' || name === '@dragoman/cli';
  const own = isOurs ? knownCode(folder) : [dirname(module)];
  return [...new Set([...own, ...callers.flatMap(codeAt), ...links])];
}

/** The package of the script that Node was called with, if it is ours. */
function calledPackage(script: string | undefined): readonly string[] {
  if (script === undefined) return [];
  const { folder, name } = packageOf(realOrSame(script));
  const isOurs = name === 'dragoman' || String(name).startsWith('@dragoman/');
  return isOurs ? [folder] : [];
}

/**
 * The packages `dragoman` that Node finds from a folder: their command loads ours, wherever that lies. A
 * link to one can't be kept from being replaced but by its folder.
 */
function wholePackages(folder: string): readonly string[] {
  const found: string[] = [];
  for (let at = folder; dirname(at) !== at; at = dirname(at)) {
    const modules = join(at, 'node_modules');
    const path = join(modules, 'dragoman');
    if (readManifest(path)?.name !== 'dragoman') continue;
    if (isLink(path)) found.push(realpathSync(modules));
    found.push(realpathSync(path));
  }
  return found;
}

/** The code of a package; a folder of links is as it is. */
function codeAt(path: string): readonly string[] {
  return basename(path) === 'node_modules' ? [path] : knownCode(path);
}

const known = new Map<string, readonly string[]>();

/** What is installed stays as it is while a process runs. */
function knownCode(folder: string): readonly string[] {
  const code = known.get(folder) ?? packageCode(folder);
  known.set(folder, code);
  return code;
}

/** Programs beside Node, and the packages that were installed with it or for all users of it. */
export function nodeCode(node: string): readonly string[] {
  const bins = new Set([dirname(node), dirname(realpathSync(node))]);
  return [...bins]
    .flatMap((bin) => [bin, join(bin, '..', 'lib', 'node_modules')])
    .filter(isThereSync);
}

interface NamedPackage {
  readonly folder: string;
  readonly name: unknown;
}

function packageOf(module: string): NamedPackage {
  for (let at = dirname(module); dirname(at) !== at; at = dirname(at)) {
    const name = readManifest(at)?.name;
    if (name !== undefined) return { folder: at, name };
  }
  return { folder: dirname(module), name: undefined };
}

/** The folders in which `npx` finds our command: what lies there comes before all programs of the system. */
function commandLinks(folder: string): readonly string[] {
  const links: string[] = [];
  for (let at = folder; dirname(at) !== at; at = dirname(at)) {
    const bin = join(at, 'node_modules', '.bin');
    if (isThereSync(join(bin, 'dragoman'))) links.push(realpathSync(bin));
  }
  return links;
}
