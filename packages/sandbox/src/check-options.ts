import { stat } from 'node:fs/promises';
import { isAbsolute, normalize } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import { type CheckedMount, checkMounts } from './check-mounts.js';
import { checkReadable, checkWorkspace } from './check-workspace.js';
import type {
  NetworkMode,
  SandboxAbilities,
  SandboxCommand,
  SandboxOptions,
  SandboxProvider,
} from './contract.js';
import { liesIn, realFolder, realPath } from './files/real-path.js';
import { defaultWorkspacesDirectory, hiddenAround } from './workspaces-directory.js';

/** Options that a kind can do, with real paths. */
export interface CheckedOptions extends Omit<SandboxOptions, 'mounts'> {
  readonly mounts: readonly CheckedMount[];
  readonly workspaceAccess: 'read' | 'write';
  readonly network: NetworkMode;
  readonly readable: readonly string[];
  readonly doors: Readonly<Record<string, string>>;
  readonly hidden: readonly string[];
  readonly readOnly: readonly string[];
  readonly writable: readonly string[];
}

/** What not every kind can do. */
export type AbilityOptions = {
  readonly [Name in 'network' | 'workspaceAccess' | 'limits' | 'image']?:
    | SandboxOptions[Name]
    | undefined;
} & { readonly keepsInput?: SandboxCommand['keepsInput'] | undefined };

/** A kind of sandbox whose records are in a state folder. */
export interface CheckingKind {
  readonly kind: string;
  readonly abilities: SandboxAbilities;
  readonly stateDirectory: string;
}

/** Door names become file names and stand in messages. */
const DOOR_NAME = /^[a-z0-9][a-z0-9_-]{0,31}$/i;

/**
 * Options as a kind takes them: refused where it can't do what they ask, with defaults, and with
 * folders under their real paths, so that a command is in the same folder in every kind.
 */
export async function checkOptions(
  { kind, abilities, stateDirectory }: CheckingKind,
  options: SandboxOptions,
): Promise<CheckedOptions> {
  const network = options.network ?? abilities.networks[0] ?? 'none';
  checkAbilities({ kind, abilities }, { ...options, network });
  const doors = options.doors ?? {};
  for (const [name, socket] of Object.entries(doors)) checkDoor(name, socket);
  const workspace = await realFolder(options.workspace, 'workspace_missing', 'The workspace');
  const workspaces = await realPath(defaultWorkspacesDirectory(stateDirectory));
  const own = await realPaths([stateDirectory, ...(options.hidden ?? []), workspaces]);
  checkWorkspace({ kind, abilities }, workspace, hiddenAround(workspace, own, workspaces));
  const hidden = outermost(own);
  checkReadable({ kind, abilities }, await Promise.all((options.readable ?? []).map(realPath)));
  return {
    ...options,
    network,
    doors,
    mounts: await checkMounts({ abilities }, options.mounts ?? [], hidden),
    workspaceAccess: options.workspaceAccess ?? 'write',
    workspace,
    hidden,
    readOnly: await Promise.all((options.readOnly ?? []).map(realPath)),
    writable: checkWritable(options.writable),
    home: await realFolder(options.home, 'home_missing', 'The HOME'),
    readable: await Promise.all((options.readable ?? []).map(existing)),
  };
}

/** All folders of this machine that commands may write to, by their real paths. */
export function writableFolders({
  workspace,
  home,
  mounts,
  repository,
}: Pick<CheckedOptions, 'workspace' | 'home' | 'mounts' | 'repository'>): readonly string[] {
  const given = mounts.flatMap(({ source, access }) => (access === 'write' ? [source] : []));
  return [workspace, home, ...given, ...(repository?.stores ?? [])];
}

/**
 * Refuses what a kind can't do, with `sandbox_unsupported`, as `create` does; for whoever wants to know
 * before anything is made.
 */
export function checkAbilities(
  { kind, abilities }: Pick<SandboxProvider, 'kind' | 'abilities'>,
  options: AbilityOptions,
): void {
  for (const what of beyond(abilities, options)) {
    throw new DragomanError(
      'sandbox_unsupported',
      `A sandbox of the kind ${kind} can't do this: ${what}. Leave it out, or take another kind.`,
    );
  }
}

/** What is asked for and can't be had, in words. */
function beyond(abilities: SandboxAbilities, options: AbilityOptions): string[] {
  const { network, workspaceAccess, limits = {}, image, keepsInput = false } = options;
  const tooMuch: string[] = [];
  if (network !== undefined && !abilities.networks.includes(network)) {
    tooMuch.push(`network ${network} (it has ${abilities.networks.join(', ')})`);
  }
  if (workspaceAccess === 'read' && !abilities.readOnlyWorkspace) {
    tooMuch.push('a workspace that can only be read');
  }
  const known: readonly string[] = abilities.limits;
  for (const [name, value] of Object.entries(limits)) {
    if (value !== undefined && !known.includes(name)) tooMuch.push(`the limit ${name}`);
  }
  if (image !== undefined && !abilities.images) tooMuch.push(`the image ${image}`);
  if (keepsInput && !abilities.keepsInput) tooMuch.push('more input for a command that runs');
  return tooMuch;
}

async function realPaths(paths: readonly string[]): Promise<readonly string[]> {
  return [...new Set(await Promise.all(paths.map(realPath)))];
}

/** Without those that are in another. */
function outermost(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => !paths.some((other) => other !== path && liesIn(other, path)));
}

function checkDoor(name: string, socket: string): void {
  if (DOOR_NAME.test(name) && isAbsolute(socket)) return;
  throw new DragomanError(
    'sandbox_door_invalid',
    `The door ${JSON.stringify(name)} to ${socket} can't be opened: a door has a plain name and the absolute path of a socket.`,
  );
}

/** Paths from the workspace to something in it, in plain names; refused with `writable_invalid` where they aren't. */
export function checkWritable(paths: readonly string[] = []): readonly string[] {
  return paths.map(pathInWorkspace);
}

function pathInWorkspace(path: string): string {
  const plain = normalize(path).replace(/\/+$/, '');
  const leadsOut = isAbsolute(path) || path.split('/').includes('..');
  if (path !== '' && !leadsOut && plain !== '.' && !path.includes('\0')) return plain;
  throw new DragomanError(
    'writable_invalid',
    `${JSON.stringify(path)} can't be made writable: give a path within the workspace, from it, such as .vscode.`,
  );
}

async function existing(path: string): Promise<string> {
  try {
    await stat(path);
    return path;
  } catch (cause) {
    throw new DragomanError(
      'readable_missing',
      `${path}, which commands are to read, can't be used: ${errorMessage(cause)}`,
      { cause },
    );
  }
}
