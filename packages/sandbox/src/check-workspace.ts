import { DragomanError } from '@dragoman/protocol';
import type { SandboxProvider } from './contract.js';
import { liesIn } from './files/lies-in.js';

/** Where the kernel and services keep what they are told: to write there is to command them. */
const NEVER_IN = ['/proc', '/dev', '/sys', '/run', '/etc', '/boot'];

/** Where people's own things lie all the same. */
const STILL = /^\/run\/(user\/\d+|media)\/./;

/** Programs and data of the whole system; a folder in them may be somebody's work. */
const NEVER_ITSELF = ['/', '/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/var'];

/**
 * Refuses a folder, given by its real path, that no agent may be confined to, because from there it
 * could change what confines it: with `workspace_unsuitable`. Where nothing confines it, any will do.
 */
export function checkWorkspace(
  { kind, abilities }: Pick<SandboxProvider, 'kind' | 'abilities'>,
  workspace: string,
  hidden: readonly string[],
): void {
  if (!abilities.confinesFiles) return;
  const why = unsuitable(workspace, hidden);
  if (why === undefined) return;
  throw new DragomanError(
    'workspace_unsuitable',
    `${workspace} can't be the workspace of a sandbox of the kind ${kind}: ${why}. Take the folder of a project.`,
  );
}

function unsuitable(workspace: string, hidden: readonly string[]): string | undefined {
  const own = hidden.find((folder) => liesIn(folder, workspace));
  if (own !== undefined) return `Dragoman keeps its own files in ${own}`;
  const isSystems = NEVER_IN.some((folder) => liesIn(folder, workspace)) && !STILL.test(workspace);
  if (isSystems || NEVER_ITSELF.includes(workspace)) {
    return 'it belongs to the system, and nothing confines who can write there';
  }
  return undefined;
}
