import { readdir, readFile } from 'node:fs/promises';

/** One process of this machine. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** With the pid this identifies a process for good: a pid alone is given out again. */
  readonly startTime: string;
}

/**
 * Every living process, or `undefined` where the system has no `/proc`. Zombies are left out: they
 * have ended, and in a container nobody may ever collect them.
 */
export async function readProcessTable(): Promise<readonly ProcessEntry[] | undefined> {
  if (process.platform !== 'linux') return undefined;
  const names = await readdir('/proc').catch(() => []);
  const entries = await Promise.all(
    names.filter((name) => /^\d+$/.test(name)).map((name) => readProcess(Number(name))),
  );
  return entries.filter((entry) => entry !== undefined);
}

/** One living process, or `undefined` when there is none with this pid. */
export async function readProcess(pid: number): Promise<ProcessEntry | undefined> {
  const stat = await readProcFile(pid, 'stat');
  // The command's name stands in brackets and may hold anything, so fields count from the last.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, parent, group] = fields;
  const startTime = fields[19];
  if (startTime === undefined || state === 'Z' || state === 'X') return undefined;
  return { pid, parent: Number(parent), group: Number(group), startTime };
}

/** Whether a process was started with `variable` in its environment. */
export async function hasEnvironment(pid: number, variable: string): Promise<boolean> {
  const environment = await readProcFile(pid, 'environ');
  return environment.split('\0').includes(variable);
}

/** Empty for a process that has ended or belongs to somebody else. */
async function readProcFile(pid: number, name: 'stat' | 'environ'): Promise<string> {
  return readFile(`/proc/${pid}/${name}`, 'latin1').catch(() => '');
}
