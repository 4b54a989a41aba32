import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { homeFolders, liesIn } from '@dragoman/sandbox';
import { packageCode, readManifest } from './package-code.js';

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
  const links = new Set([folder, workspace, ...called].flatMap(commandLinks));
  // The command has all that it needs in its files, so nothing else that lies elsewhere matters to it.
  if (name === '@dragoman/cli' && !liesIn(workspace, folder)) return [...links];
  // In a bundle that isn't ours, ours is what lies there.
  const isOurs = name === '@dragoman/runtime' || name === '@dragoman/cli';
  return [...(isOurs ? knownCode(folder) : [dirname(module)]), ...links];
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
  return [...bins].flatMap((bin) => [bin, join(bin, '..', 'lib', 'node_modules')]).filter(isThere);
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
    if (isThere(join(bin, 'dragoman'))) links.push(realpathSync(bin));
  }
  return links;
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/**
 * Settings of the programs that Dragoman runs outside of sandboxes: they name further programs, such as
 * a container engine's runtime, or where npm gets packages from. No agent may change them, should it
 * work in a folder that has them.
 */
export function programSettings(
  environment: NodeJS.ProcessEnv = process.env,
  homes: readonly string[] = homeFolders(),
): readonly string[] {
  const folders = [
    ...allOf(environment.XDG_CONFIG_HOME, homes, '.config').map((path) => join(path, 'containers')),
    ...allOf(environment.XDG_DATA_HOME, homes, '.local/share').map((path) =>
      join(path, 'containers'),
    ),
    ...allOf(environment.DOCKER_CONFIG, homes, '.docker'),
  ];
  const files = [
    environment.CONTAINERS_CONF,
    environment.CONTAINERS_CONF_OVERRIDE,
    environment.CONTAINERS_REGISTRIES_CONF,
    environment.CONTAINERS_STORAGE_CONF,
    environment.npm_config_userconfig,
    ...homes.map((home) => join(home, '.npmrc')),
  ];
  return [
    ...folders.filter(isAbsolute),
    ...files.filter((path) => path !== undefined && isAbsolute(path) && existsSync(path)),
  ].filter((path) => path !== undefined);
}

/** A folder that the environment names, or else the usual one in each home. */
function allOf(named: string | undefined, homes: readonly string[], usual: string): string[] {
  return named ? [named] : homes.map((home) => join(home, usual));
}
