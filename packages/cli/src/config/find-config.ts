import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import {
  defaultStateDirectory,
  homeFolders,
  isThereSync,
  realOrSame,
  statusOf,
} from '@dragoman/sandbox';
import { configTrust } from './config-trust.js';
import { type LinkedConfig, linkTarget, readLinkedConfig } from './linked-config.js';
import { type ConfigFile, readConfig } from './read-config.js';

/** The names of a project's file. They are read-only to confined agents: see `run-later-paths.ts`. */
export const projectFiles = ['dragoman.config.json', 'dragoman.config.yaml'] as const;

/** The file of a project: in the folder, or in one above it, up to the root of its repository. */
export async function projectConfig(cwd: string): Promise<ConfigFile | undefined> {
  for (const folder of foldersOfProject(realOrSame(resolve(cwd)))) {
    const found = await onlyOne(projectFiles.map((name) => join(folder, name)));
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Links where a configuration of the project would be. They are not read: whoever can put one there would
 * choose among all files of the user.
 */
export function linkedConfigs(cwd: string): readonly string[] {
  const links: string[] = [];
  for (const folder of foldersOfProject(realOrSame(resolve(cwd)))) {
    const paths = projectFiles.map((name) => join(folder, name));
    links.push(...paths.filter(isLink));
    if (paths.some((path) => isThereSync(path) && !isLink(path))) break;
  }
  return links;
}

function isLink(path: string): boolean {
  return statusOf(path)?.isSymbolicLink() ?? false;
}

/** A folder that is in no repository is a project by itself. What is above the home is nobody's project. */
function foldersOfProject(cwd: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = cwd; !homeFolders().includes(folder); folder = dirname(folder)) {
    folders.push(folder);
    if (isThereSync(join(folder, '.git'))) return folders;
    if (dirname(folder) === folder) break;
  }
  return [cwd];
}

/** The user's own file, and what to say of one that is not read. */
export interface UserConfig {
  readonly file: ConfigFile | undefined;
  readonly notes: readonly string[];
  /** Files that an agent may write to: see `LinkedConfig`. */
  readonly exposed: readonly ConfigFile[];
}

/** The user's own file, for a turn in a folder if there is to be one. */
export async function userConfig(
  cwd: string | undefined,
  stateDirectory: string = defaultStateDirectory(),
): Promise<UserConfig> {
  const trust = configTrust(stateDirectory);
  const found: LinkedConfig[] = [];
  for (const path of userFiles().filter(isThereSync)) {
    const target = linkTarget(path);
    const file = target === undefined ? await readConfig(path) : undefined;
    if (file !== undefined) found.push({ file });
    if (target === undefined) continue;
    found.push(await readLinkedConfig(path, target, { cwd, stateDirectory, trust }));
  }
  return {
    file: onlyOf(found.flatMap(({ file = [] }) => file)),
    notes: found.flatMap(({ note = [] }) => note),
    exposed: found.flatMap(({ exposed = [] }) => exposed),
  };
}

/** A file of the user's by its path, to agree to its content; undefined if the path is no such file's. */
export async function userConfigAt(path: string): Promise<ConfigFile | undefined> {
  const known = userFiles().find((one) => one === path);
  return known === undefined ? undefined : readConfig(known, realOrSame(known));
}

function userFiles(environment?: NodeJS.ProcessEnv): readonly string[] {
  const folder = userConfigFolder(environment);
  return ['config.yaml', 'config.json'].map((name) => join(folder, name));
}

export function userConfigFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const named = environment.XDG_CONFIG_HOME;
  const base = named && isAbsolute(named) ? named : join(homedir(), '.config');
  return join(base, 'dragoman');
}

async function onlyOne(paths: readonly string[]): Promise<ConfigFile | undefined> {
  const found = await Promise.all(paths.map((path) => readConfig(path)));
  return onlyOf(found.filter((file) => file !== undefined));
}

function onlyOf([first, second]: readonly ConfigFile[]): ConfigFile | undefined {
  if (first === undefined || second === undefined) return first;
  throw new DragomanError(
    'config_invalid',
    `There are two configurations, ${first.path} and ${second.path}: keep one of them.`,
  );
}
