import { DragomanError } from '@dragoman/protocol';
import { homeFolders, programDistrust } from '@dragoman/sandbox';

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
