import {
  hasEnvironment,
  type ProcessEntry,
  readProcess,
  readProcessTable,
} from './process-table.js';

/** The variable that marks every process of a tree, whatever session or group it moved to. */
const MARKER_VARIABLE = 'DRAGOMAN_PROCESS_TREE';

/** A process and all that came from it. */
export interface ProcessTree {
  readonly rootPid: number;
  readonly marker: string;
  /** Those seen so far, by pid, with their start time. */
  readonly seen: Map<number, string>;
}

/** The environment entry that makes a process and its children findable. */
export function treeMarker(id: string): Readonly<Record<string, string>> {
  return { [MARKER_VARIABLE]: id };
}

export function createProcessTree(rootPid: number, id: string): ProcessTree {
  return { rootPid, marker: `${MARKER_VARIABLE}=${id}`, seen: new Map() };
}

/** Notes the root while it certainly lives, so that a later owner of its pid isn't taken for it. */
export async function noteRoot(tree: ProcessTree): Promise<void> {
  const root = await readProcess(tree.rootPid);
  if (root !== undefined) tree.seen.set(root.pid, root.startTime);
}

/**
 * The living members of a tree: the root's process group, all children of members, and whoever
 * carries the marker. Agents run shell commands in sessions of their own, which a signal to the
 * group doesn't reach and which lose their parent when the agent dies.
 *
 * `undefined` where processes can't be listed; then only the group can be signalled.
 */
export async function findMembers(tree: ProcessTree): Promise<readonly ProcessEntry[] | undefined> {
  const table = await readProcessTable();
  if (table === undefined) return undefined;
  const members = new Map<number, ProcessEntry>();
  for (const entry of table) {
    if (await isMember(tree, entry, groupIsOurs(tree, table))) members.set(entry.pid, entry);
  }
  addChildren(members, table);
  for (const member of members.values()) tree.seen.set(member.pid, member.startTime);
  return [...members.values()];
}

async function isMember(tree: ProcessTree, entry: ProcessEntry, ownGroup: boolean) {
  if (tree.seen.get(entry.pid) === entry.startTime) return true;
  if (ownGroup && entry.group === tree.rootPid) return true;
  return hasEnvironment(entry.pid, tree.marker);
}

/** The root's pid can only name another group once another process has got that pid. */
function groupIsOurs(tree: ProcessTree, table: readonly ProcessEntry[]): boolean {
  const owner = table.find((entry) => entry.pid === tree.rootPid);
  return owner === undefined || tree.seen.get(owner.pid) === owner.startTime;
}

/** Adds children of members until no more are found; the table has no order to rely on. */
function addChildren(members: Map<number, ProcessEntry>, table: readonly ProcessEntry[]): void {
  let size = -1;
  while (size !== members.size) {
    size = members.size;
    for (const entry of table) {
      if (members.has(entry.parent)) members.set(entry.pid, entry);
    }
  }
}
