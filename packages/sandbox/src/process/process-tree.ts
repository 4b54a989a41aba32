import {
  type ProcessEntry,
  type ProcessSnapshot,
  readProcess,
  readProcesses,
  readProcessesSync,
} from './process-table.js';

/** The variable that marks every process of a tree, whatever session or group it moved to. */
const MARKER_VARIABLE = 'DRAGOMAN_PROCESS_TREE';

/** A process and all that came from it. */
export interface ProcessTree {
  /** `undefined` for orphans, which are found only by their marks. */
  readonly rootPid: number | undefined;
  readonly marker: string;
  /** When the root began, and so what came from it at the earliest; `undefined` when that isn't known. */
  readonly since: string | undefined;
  /** Those seen so far, by pid, with their start time. */
  readonly seen: Map<number, string>;
}

/** The environment entry that makes a process and its children findable. */
export function treeMarker(id: string): Readonly<Record<string, string>> {
  return { [MARKER_VARIABLE]: id };
}

/**
 * The tree of a process that has just been started. Its root is noted while it certainly lives, so
 * that a later owner of its pid isn't taken for it.
 */
export function createProcessTree(rootPid: number, id: string): ProcessTree {
  const root = readProcess(rootPid);
  const seen = new Map(root && [[root.pid, root.startTime]]);
  return { rootPid, marker: `${MARKER_VARIABLE}=${id}`, since: root?.startTime, seen };
}

/** The tree of all that was started with a variable (`NAME=value`) in its environment. */
export function createMarkedTree(variable: string): ProcessTree {
  return { rootPid: undefined, marker: variable, since: undefined, seen: new Map() };
}

/**
 * The living members of a tree: the root's process group, all children of members, and whoever
 * carries the marker. Agents run shell commands in new sessions, which a signal to the
 * group doesn't reach and which lose their parent when the agent dies.
 *
 * `undefined` where processes can't be listed; then only the group can be signalled.
 */
export function findMembers(tree: ProcessTree): Promise<readonly number[] | undefined> {
  return createMemberFinder(tree)();
}

/**
 * The same again and again. Right after a look that met nobody only those are looked at that it can't
 * have seen: a pid is not given out again so soon.
 */
export function createMemberFinder(
  tree: ProcessTree,
): () => Promise<readonly number[] | undefined> {
  let strangers: ReadonlySet<number> = new Set();
  return async () => {
    const look = { since: tree.since, except: strangers };
    const processes = await readProcesses(tree.marker, look);
    const members = membersIn(processes, tree);
    const isNobody = members?.length === 0;
    strangers = new Set(isNobody ? [...strangers, ...(processes?.unmarked ?? [])] : []);
    return members;
  };
}

/** The same for when nothing can be awaited any more. */
export function findMembersSync(tree: ProcessTree): readonly number[] | undefined {
  return membersIn(readProcessesSync(tree.marker, { since: tree.since }), tree);
}

function membersIn(
  processes: ProcessSnapshot | undefined,
  tree: ProcessTree,
): readonly number[] | undefined {
  if (processes === undefined) return undefined;
  const { table, marked } = processes;
  const ownGroup = groupIsOurs(tree, table);
  const isMember = ({ pid, group, startTime }: ProcessEntry) =>
    marked.has(pid) || tree.seen.get(pid) === startTime || (ownGroup && group === tree.rootPid);
  const members = new Map(table.filter(isMember).map((entry) => [entry.pid, entry]));
  addChildren(members, table);
  // Whoever ends a tree that it came from itself must live to see it through.
  members.delete(process.pid);
  for (const member of members.values()) tree.seen.set(member.pid, member.startTime);
  return [...members.keys()];
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
