import { DragomanError } from '@dragoman/protocol';
import {
  checkWorkspace,
  homeFolders,
  liesIn,
  programDistrust,
  type SandboxProvider,
} from '@dragoman/sandbox';

interface TurnWorkspace {
  /** A real path. */
  readonly workspace: string;
  readonly provider: Pick<SandboxProvider, 'kind' | 'abilities'>;
  /** Folders that Dragoman keeps its files in, by their real paths. */
  readonly own: readonly string[];
  /** Whether somebody said that the agent may work in the user's home folder. */
  readonly allowHome: boolean;
}

/**
 * Refuses a folder in which no agent is to work, with `workspace_unsuitable`: the user's home, unless
 * that was said, and whatever holds it; and where the agent is confined, also what holds Dragoman's own
 * folders, and what `checkWorkspace` of the sandbox refuses.
 */
export async function checkTurnWorkspace(asked: TurnWorkspace): Promise<void> {
  const { workspace, provider, own, allowHome } = asked;
  const homes = homeFolders();
  const isHome = homes.includes(workspace);
  const above = homes.find((home) => home !== workspace && liesIn(workspace, home));
  if (above !== undefined) {
    throw unsuitable(workspace, `it holds ${above}, and with it all that is yours`);
  }
  if (isHome && !allowHome) {
    throw unsuitable(
      workspace,
      "it is your home folder, with your keys, your programs' settings and what your shell runs",
      'If the agent really is to work there, say so: --yes-my-home (allowHome: true).',
    );
  }
  checkWorkspace(provider, workspace, own);
  if (!provider.abilities.confinesFiles || isHome) return;
  const held = own.find((folder) => liesIn(workspace, folder));
  if (held === undefined) return;
  throw unsuitable(
    workspace,
    `Dragoman keeps its own files in ${held}`,
    'Set DRAGOMAN_STATE, DRAGOMAN_CACHE and DRAGOMAN_WORKSPACES to folders outside of it.',
  );
}

function unsuitable(workspace: string, why: string, more = ''): DragomanError {
  const remedy = `Take the folder of a project (--cwd). ${more}`.trim();
  return new DragomanError(
    'workspace_unsuitable',
    `${workspace} can't be the workspace: ${why}. ${remedy}`,
  );
}

/**
 * Refuses to begin a turn with a Node that an agent could have written, with `program_untrusted`: it
 * runs all of Dragoman, and ends what an agent leaves behind. One in the home folder that an agent was
 * allowed to work in is kept from it.
 */
export function checkNode(
  workspace: string,
  allowHome: boolean,
  node: string = process.execPath,
): void {
  const isHome = allowHome && homeFolders().includes(workspace);
  const why = programDistrust(node, { writable: isHome ? [] : [workspace] });
  if (why === undefined) return;
  throw new DragomanError(
    'program_untrusted',
    `No turn is begun with the Node at ${node}, because an agent could have written it: ${why}. Run Dragoman with a Node that no agent can change, such as that of the system.`,
  );
}
