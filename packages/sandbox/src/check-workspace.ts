import { tmpdir } from 'node:os';
import { DragomanError } from '@dragoman/protocol';
import type { SandboxProvider } from './contract.js';
import { liesIn, realOrSame } from './files/real-path.js';
import { runRoot } from './files/run-directory.js';
import { systemFolders } from './process/system-folders.js';

const OTHER = 'Take the folder of a project.';

/** Files here control the kernel and services. */
const NEVER_IN = ['/proc', '/dev', '/sys', '/run', '/etc', '/boot'];

/** Exceptions: folders for files of users. */
const STILL = /^\/run\/(user\/\d+|media)\/./;

/** Programs and data of the system; a folder inside may be a project. */
const NEVER_ITSELF = ['/', '/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/var'];

interface ConfiningKind {
  readonly kind: string;
  readonly abilities: Pick<SandboxProvider['abilities'], 'confinesFiles'>;
}

/**
 * Refuses a folder, given by its real path, that no agent may be confined to, because from there it
 * could change what confines it: with `workspace_unsuitable`. Where nothing confines it, any will do.
 */
export function checkWorkspace(
  { kind, abilities }: ConfiningKind,
  workspace: string,
  hidden: readonly string[],
): void {
  if (!abilities.confinesFiles) return;
  const why = unsuitable(workspace, hidden);
  if (why === undefined) return;
  throw new DragomanError(
    'workspace_unsuitable',
    `${workspace} can't be the workspace of a sandbox of the kind ${kind}: ${why}`,
  );
}

/** Why commands may not write to a folder, given by its real path. */
export function unsuitable(workspace: string, hidden: readonly string[]): string | undefined {
  const own = hidden.find((folder) => liesIn(folder, workspace));
  if (own !== undefined) return `Dragoman keeps its own files in ${own}. ${OTHER}`;
  const isSystems = NEVER_IN.some((folder) => liesIn(folder, workspace)) && !STILL.test(workspace);
  if (isSystems || NEVER_ITSELF.includes(workspace)) {
    return `it belongs to the system, and nothing confines who can write there. ${OTHER}`;
  }
  const programs = systemFolders()
    .map(realOrSame)
    .find((folder) => touches(folder, workspace));
  if (programs !== undefined) {
    return `the programs of the system lie in ${programs}, and Dragoman runs them. ${OTHER}`;
  }
  return shown(workspace);
}

/** What of Dragoman's own a command would see that is shown this folder. */
export function shown(folder: string): string | undefined {
  const sockets = realOrSame(runRoot());
  if (liesIn(folder, sockets) || (sockets !== realOrSame('/tmp') && liesIn(sockets, folder))) {
    return `the sockets by which turns are reached lie in ${sockets}. ${OTHER}`;
  }
  const temporary = realOrSame(tmpdir());
  if (liesIn(folder, temporary)) {
    return `it holds the temporary folder ${temporary}, in which Dragoman makes files. Set TMPDIR to a folder outside of it.`;
  }
  return undefined;
}

/**
 * Refuses files and folders to be read, given by their real paths, in which a command would find the
 * sockets of turns: with `readable_unsuitable`.
 */
export function checkReadable(
  { kind, abilities }: Pick<SandboxProvider, 'kind' | 'abilities'>,
  paths: readonly string[],
): void {
  if (!abilities.confinesFiles) return;
  const sockets = realOrSame(runRoot());
  const open = paths.find((path) => liesIn(path, sockets));
  if (open === undefined) return;
  throw new DragomanError(
    'readable_unsuitable',
    `${open} can't be shown to a sandbox of the kind ${kind}: the sockets by which turns are reached lie in ${sockets}. Name what is needed in it.`,
  );
}

function touches(one: string, other: string): boolean {
  return liesIn(one, other) || liesIn(other, one);
}
