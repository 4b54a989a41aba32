import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { isOutOfResources } from './out-of-resources.js';

/** How many processes are looked at before others get their turn: a few milliseconds' worth. */
const READ_AT_ONCE = 64;

/** One process of this machine. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** With the pid this identifies a process for good: a pid alone is given out again. */
  readonly startTime: string;
}

/** All living processes at one moment, and which of them carry a variable. */
export interface ProcessSnapshot {
  readonly table: readonly ProcessEntry[];
  /** The pids of those that were started with the variable in their environment. */
  readonly marked: ReadonlySet<number>;
  /** The pids of those that certainly were not: one that just becomes another program doesn't say. */
  readonly unmarked: ReadonlySet<number>;
}

/** Whom a look at all processes may leave out. */
export interface LookOptions {
  /**
   * The start time of the oldest that can carry the variable. Others aren't asked for it, which is
   * most of what a look takes.
   */
  readonly since?: string | undefined;
  /** Those that a look a moment ago has seen. */
  readonly except?: ReadonlySet<number> | undefined;
}

/**
 * Every living process, and who carries `variable` (`NAME=value`), or `undefined` where the system
 * has no `/proc` (`canListProcesses`), or this process can open no more files to look. Zombies are left out: they have ended, and in a container nobody may ever collect
 * them.
 */
export async function readProcesses(
  variable: string,
  options: LookOptions = {},
): Promise<ProcessSnapshot | undefined> {
  const pids = pidsIn(await readdir('/proc').catch(() => []));
  if (pids.length === 0) return undefined;
  const snapshot = createSnapshot(variable, options);
  for (const [at, pid] of pids.entries()) {
    // These files come from memory: to wait for each takes several times as long as to read it.
    if (at % READ_AT_ONCE === READ_AT_ONCE - 1) await setImmediate();
    snapshot.look(pid);
  }
  return snapshot.taken();
}

/** The living processes that were started with a variable, by its value, each as `pid (program)`. */
export async function readCarriers(name: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const carriers = new Map<string, string[]>();
  const pids = pidsIn(await readdir('/proc').catch(() => []));
  for (const [at, pid] of pids.entries()) {
    if (at % READ_AT_ONCE === READ_AT_ONCE - 1) await setImmediate();
    const environment = (readProcFileSync(pid, 'environ') ?? '').split('\0');
    const value = environment.find((entry) => entry.startsWith(`${name}=`))?.split('=')[1];
    const stat = (value === undefined ? '' : readProcFileSync(pid, 'stat')) ?? '';
    if (value === undefined || parseStat(pid, stat) === undefined) continue;
    const program = stat.slice(stat.indexOf('('), stat.lastIndexOf(')') + 1);
    carriers.set(value, [...(carriers.get(value) ?? []), `${pid} ${program}`]);
  }
  return carriers;
}

/** `readProcesses` for when this process is about to exit and nothing can be awaited any more. */
export function readProcessesSync(
  variable: string,
  options: LookOptions = {},
): ProcessSnapshot | undefined {
  if (!existsSync('/proc/self')) return undefined;
  const snapshot = createSnapshot(variable, options);
  try {
    for (const pid of pidsIn(readdirSync('/proc'))) snapshot.look(pid);
    return snapshot.taken();
  } catch (error) {
    if (isOutOfResources(error)) return undefined;
    throw error;
  }
}

/** One living process, or `undefined` when there is none with this pid, or none that can be looked at. */
export function readProcess(pid: number): ProcessEntry | undefined {
  return parseStat(pid, readProcFileSync(pid, 'stat') ?? '');
}

/**
 * Whether a process is still there. With no more files to open nobody can tell: then it counts as there,
 * because what follows from its end can't be undone.
 */
export function isStillThere({ pid, startTime }: Pick<ProcessEntry, 'pid' | 'startTime'>): boolean {
  const stat = readProcFileSync(pid, 'stat');
  return stat === undefined || parseStat(pid, stat)?.startTime === startTime;
}

/** Whether this system lists its processes at all. */
export function canListProcesses(): boolean {
  return existsSync('/proc/self');
}

function createSnapshot(variable: string, { since = '0', except }: LookOptions) {
  const table: ProcessEntry[] = [];
  const marked = new Set<number>();
  const unmarked = new Set<number>();
  /** A process could not be inspected, and may be any of them. */
  let isBlind = false;
  const read = (pid: number, name: 'stat' | 'environ'): string => {
    const text = readProcFileSync(pid, name);
    isBlind ||= text === undefined;
    return text ?? '';
  };
  const look = (pid: number): void => {
    if (except?.has(pid)) return;
    const entry = parseStat(pid, read(pid, 'stat'));
    if (entry === undefined) return;
    table.push(entry);
    const isOlder = Number(entry.startTime) < Number(since);
    const environment = isOlder ? '' : read(pid, 'environ');
    if (environment.split('\0').includes(variable)) marked.add(pid);
    else if (isOlder || environment !== '') unmarked.add(pid);
  };
  const taken = (): ProcessSnapshot | undefined =>
    isBlind ? undefined : { table, marked, unmarked };
  return { look, taken };
}

function parseStat(pid: number, stat: string): ProcessEntry | undefined {
  // The command's name stands in brackets and may hold anything, so fields count from the last.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, parent, group] = fields;
  const startTime = fields[19];
  if (startTime === undefined || state === 'Z' || state === 'X') return undefined;
  return { pid, parent: Number(parent), group: Number(group), startTime };
}

function pidsIn(names: readonly string[]): number[] {
  return names.filter((name) => /^\d+$/.test(name)).map(Number);
}

/**
 * Empty for a process that has ended or belongs to somebody else: it has nothing to say. `undefined`
 * when this process can open no more files, and so can't tell.
 */
function readProcFileSync(pid: number, name: 'stat' | 'environ'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch (error) {
    return isOutOfResources(error) ? undefined : '';
  }
}
