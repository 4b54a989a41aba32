import { release } from 'node:os';
import { hardLimit } from '../../limits.js';
import { findProgram } from '../../process/find-program.js';
import type { GroupLocation } from './group-location.js';
import { ownGroupLocation } from './group-location.js';

/** What a command may use, of which the system must keep count. */
export interface UseLimits {
  readonly memoryBytes: number;
  readonly processes: number;
}

/**
 * How commands are kept to their limits on this machine: a control group counts for all that came from
 * a command together; without one each process has its own limit on memory.
 */
export type LimitMeans =
  | { readonly by: 'group'; readonly location: GroupLocation }
  | {
      readonly by: 'process';
      /** Sets limits of a process and becomes another program. */
      readonly prlimit: string;
      readonly holds: readonly (keyof UseLimits)[];
    }
  | { readonly by: 'nothing' };

/** From here on processes are counted for each namespace of users, before for each user. */
const COUNTED_APART = [5, 14] as const;

export async function limitMeans(): Promise<LimitMeans> {
  const location = ownGroupLocation();
  if (location !== undefined) return { by: 'group', location };
  // That of the system alone, which is at the same path inside.
  const prlimit = await findProgram('prlimit', { environment: {} });
  if (prlimit === undefined) return { by: 'nothing' };
  return { by: 'process', prlimit, holds: countsProcesses() ? BOTH : ['memoryBytes'] };
}

const BOTH: readonly (keyof UseLimits)[] = ['memoryBytes', 'processes'];

/** Root's processes are never refused, and on an old system other programs of the user's count, too. */
function countsProcesses(): boolean {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  const [from, fromMinor] = COUNTED_APART;
  const isApart = major > from || (major === from && minor >= fromMinor);
  return isApart && process.getuid?.() !== 0;
}

/** Which limits hold. */
export function heldLimits(means: LimitMeans): readonly (keyof UseLimits)[] {
  if (means.by === 'group') return BOTH;
  return means.by === 'process' ? means.holds : [];
}

/** What `check` says of them: one line, for `doctor`. */
export function limitNote(means: LimitMeans): string {
  switch (means.by) {
    case 'group':
      return `memory and processes of a command are limited together (cgroup v${means.location.version})`;
    case 'process':
      return means.holds.includes('processes')
        ? 'memory is limited for each process, not for all of a command together (rlimits: no control group may be made here); processes are limited'
        : 'memory is limited for each process, not for all of a command together, and the number of processes is not (rlimits: no control group may be made here)';
    case 'nothing':
      return 'memory and processes are not limited: no control group may be made here, and there is no prlimit (util-linux)';
  }
}

/**
 * The arguments that start a program with its limits. The limit is on data, not on addresses: V8 and Go
 * reserve many times the memory they use.
 */
export function limitingArguments(means: LimitMeans, limits: UseLimits): readonly string[] {
  if (means.by !== 'process') return [];
  const { memoryBytes, processes } = limits;
  const data = Math.min(memoryBytes, hardLimit('Max data size'));
  const count = Math.min(processes, hardLimit('Max processes'));
  return [
    means.prlimit,
    `--data=${data}:${data}`,
    ...(means.holds.includes('processes') ? [`--nproc=${count}:${count}`] : []),
    '--',
  ];
}
