import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, parse, resolve, sep } from 'node:path';
import { errorMessage } from '@dragoman/protocol/internal';
import { liesIn, realOrSame } from '../files/real-path.js';
import { defaultStateDirectory } from '../state-directory.js';
import { defaultWorkspacesDirectory } from '../workspaces-directory.js';
import { packagesBeside, systemFolders } from './system-folders.js';

/** Which folders agents and other users can write to. */
export interface ProgramTrust {
  /** Folders that an agent can write to, such as its workspace, by their real paths. */
  readonly writable?: readonly string[];
  /** Folders with packages that are no project's, by their real paths, beside those of the system. */
  readonly packages?: readonly string[];
}

/** As many links as the kernel follows. */
const MOST_LINKS = 40;

const OPEN_TO_ALL = 0o002;
const STICKY = 0o1000;

/**
 * Why a program must not be run outside of a sandbox: because an agent could have written it.
 * Undefined where nothing speaks against it. Every folder and every link on the way to it counts,
 * since whoever can change one of them decides what is run.
 */
export function programDistrust(
  path: string,
  { writable = [], packages = [] }: ProgramTrust = {},
): string | undefined {
  const open: OpenFolder[] = [
    ...writable.map((folder) => ({ folder, what: 'where an agent can write' })),
    { folder: realOrSame(defaultStateDirectory()), what: 'where agents have their HOME' },
    { folder: realOrSame(defaultWorkspacesDirectory()), what: 'where agents have workspaces' },
    ...temporaryFolders().map((folder) => ({ folder, what: 'a temporary folder' })),
  ];
  try {
    for (const step of stepsTo(path)) {
      const why = stepDistrust(step, open, packages);
      if (why !== undefined) return why;
    }
  } catch (error) {
    return errorMessage(error);
  }
  return undefined;
}

/** A folder that others than the user write to. */
interface OpenFolder {
  readonly folder: string;
  readonly what: string;
}

interface Step {
  /** Without a link in it, but for the last name of a link. */
  readonly path: string;
  readonly status: Stats;
}

function stepDistrust(
  { path, status }: Step,
  open: readonly OpenFolder[],
  packages: readonly string[],
): string | undefined {
  const inOpen = open.find(({ folder }) => liesIn(folder, path));
  if (inOpen !== undefined) return `${path} lies in ${inOpen.folder}, ${inOpen.what}`;
  const isPackage = path.split(sep).includes('node_modules');
  if (isPackage && ![...packages, ...systemPackages()].some((folder) => liesIn(folder, path))) {
    return `${path} lies in the packages of a project (node_modules)`;
  }
  const isOpenToAll = (status.mode & OPEN_TO_ALL) !== 0 && (status.mode & STICKY) === 0;
  if (isOpenToAll && !status.isSymbolicLink()) return `everybody can write to ${path}`;
  return undefined;
}

/** All that is passed on the way to a file: folders, links, and the file itself. */
function stepsTo(path: string): readonly Step[] {
  const steps: Step[] = [];
  const { root } = parse(resolve(path));
  const rest = namesIn(resolve(path));
  let at = root;
  for (let links = 0, name = rest.shift(); name !== undefined; name = rest.shift()) {
    if (name === '..') {
      at = dirname(at);
      continue;
    }
    const next = join(at, name);
    const status = lstatSync(next);
    steps.push({ path: next, status });
    if (!status.isSymbolicLink()) {
      at = next;
      continue;
    }
    links += 1;
    if (links > MOST_LINKS) throw new Error(`${path} is a link without an end`);
    const target = readlinkSync(next);
    rest.unshift(...namesIn(target));
    if (isAbsolute(target)) at = root;
  }
  return steps;
}

function namesIn(path: string): string[] {
  const { root } = parse(path);
  return path
    .slice(root.length)
    .split(sep)
    .filter((name) => name !== '' && name !== '.');
}

function systemPackages(): readonly string[] {
  return systemFolders().flatMap(packagesBeside).map(realOrSame);
}

/** Where whoever comes along may write. */
function temporaryFolders(): readonly string[] {
  return [tmpdir(), '/tmp', '/var/tmp', '/dev/shm'].map(realOrSame);
}
