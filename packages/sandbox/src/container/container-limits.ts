import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { SandboxLimits } from '../contract.js';
import { withDefaultLimits } from '../default-limits.js';

const OPEN_FILES = 4096;

/** The options of a container that limit it; `hold` says whether the engine heeds those of use. */
export function limitArguments(asked: SandboxLimits = {}, hold = true): readonly string[] {
  const limits = withDefaultLimits(asked);
  return [
    ...(hold ? useArguments(limits) : []),
    ...['--tmpfs', `/tmp:rw,nosuid,nodev,size=${limits.temporaryBytes},mode=1777`],
    ...resourceArguments(),
  ];
}

function useArguments({ memoryBytes, cpus, processes }: Required<SandboxLimits>): string[] {
  const memory = `${memoryBytes}b`;
  return [
    ...['--memory', memory],
    // The same number means: no swap beside it.
    ...['--memory-swap', memory],
    // An engine refuses more processors than there are.
    ...['--cpus', String(Math.min(cpus, availableParallelism()))],
    ...['--pids-limit', String(processes)],
  ];
}

/**
 * Said outright, because an engine's own defaults may be higher than what this process is allowed,
 * and then no container starts at all.
 */
export function resourceArguments(): readonly string[] {
  const { openFiles, processes } = hardLimits();
  const files = Math.min(OPEN_FILES, openFiles);
  const ulimits = [`nofile=${files}:${files}`];
  // Counted per user over the whole machine: `--pids-limit` is what holds a container.
  if (Number.isFinite(processes)) ulimits.push(`nproc=${processes}:${processes}`);
  return ulimits.flatMap((limit) => ['--ulimit', limit]);
}

interface HardLimits {
  readonly openFiles: number;
  readonly processes: number;
}

/** What this process may give to others at most. */
function hardLimits(): HardLimits {
  const limits = readText('/proc/self/limits');
  const hard = (name: string) => {
    const [, value] = new RegExp(`^${name} +\\S+ +(\\d+)`, 'm').exec(limits) ?? [];
    return value === undefined ? Number.POSITIVE_INFINITY : Number(value);
  };
  // Podman's monitor lowers its own limit to the number of pids there are.
  const pids = Number(readText('/proc/sys/kernel/pid_max')) || Number.POSITIVE_INFINITY;
  return {
    openFiles: hard('Max open files'),
    processes: Math.min(hard('Max processes'), pids),
  };
}

/** Empty where there is no such file: engines run in a machine of their own there. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
