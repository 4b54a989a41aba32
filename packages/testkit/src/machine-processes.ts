import { readdir, readFile, readlink } from 'node:fs/promises';
import { readProcess } from '@dragoman/sandbox';

/** A living process of this machine, whatever namespace it is in. */
export interface MachineProcess {
  readonly pid: number;
  /** The name of its program, as the system keeps it. */
  readonly name: string;
  readonly args: readonly string[];
  /** Whether a text is in its arguments, in its environment or in the path of its folder. */
  mentions(text: string): boolean;
}

/** All but this process. One that has ended and waits to be collected has no arguments any more. */
export async function machineProcesses(): Promise<readonly MachineProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.filter((pid) => pid !== process.pid).map(read));
  return found.filter((entry) => entry !== undefined);
}

/** Those that mention one of the texts, and all that came from them. */
export async function processesOf(texts: readonly string[]): Promise<readonly MachineProcess[]> {
  const all = await machineProcesses();
  const found = new Set(all.filter(({ mentions }) => texts.some(mentions)).map(({ pid }) => pid));
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const { pid } of all) if (found.has(readProcess(pid)?.parent ?? 0)) found.add(pid);
  }
  return all.filter(({ pid }) => found.has(pid));
}

/** The pids of the processes that have a word as one of their arguments. */
export async function processesWith(word: string): Promise<readonly number[]> {
  const all = await machineProcesses();
  return all.filter(({ args }) => args.includes(word)).map(({ pid }) => pid);
}

/** The watchdog that a process has started for its turns. */
export async function watchdogOf(owner: number): Promise<number> {
  const watchdogs = (await machineProcesses()).filter(isWatchdog);
  const own = watchdogs.find(({ pid }) => readProcess(pid)?.parent === owner);
  if (own === undefined) throw new Error(`Process ${owner} has no watchdog.`);
  return own.pid;
}

/** Watchdogs exit a while after the last turn. */
export function isWatchdog({ args }: MachineProcess): boolean {
  return args.some((argument) => argument === 'dragoman-watchdog');
}

async function read(pid: number): Promise<MachineProcess | undefined> {
  const text = (file: string) => readFile(`/proc/${pid}/${file}`, 'latin1').catch(() => '');
  const [name, command, environment, folder] = await Promise.all([
    text('comm'),
    text('cmdline'),
    text('environ'),
    readlink(`/proc/${pid}/cwd`).catch(() => ''),
  ]);
  if (command === '') return undefined;
  return {
    pid,
    name: name.trim(),
    args: command.replace(/\0$/, '').split('\0'),
    mentions: (sought) => `${command}\n${environment}\n${folder}`.includes(sought),
  };
}
