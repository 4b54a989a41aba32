import { availableParallelism } from 'node:os';
import type { SandboxLimits } from '../contract.js';
import { hardLimit, readKernelFile, withDefaultLimits } from '../limits.js';

const OPEN_FILES = 4096;

/** The options that limit a container; `hold` says whether the engine enforces limits of use. */
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
    // The same number means: no swap.
    ...['--memory-swap', memory],
    // An engine refuses more processors than the machine has.
    ...['--cpus', String(Math.min(cpus, availableParallelism()))],
    ...['--pids-limit', String(processes)],
  ];
}

/**
 * Explicit limits, because the defaults of an engine may be higher than those of this process, and then
 * no container starts.
 */
export function resourceArguments(): readonly string[] {
  const { openFiles, processes } = hardLimits();
  const files = Math.min(OPEN_FILES, openFiles);
  const ulimits = [`nofile=${files}:${files}`];
  // Counted per user over the whole machine; `--pids-limit` limits the container.
  if (Number.isFinite(processes)) ulimits.push(`nproc=${processes}:${processes}`);
  return ulimits.flatMap((limit) => ['--ulimit', limit]);
}

interface HardLimits {
  readonly openFiles: number;
  readonly processes: number;
}

/** The most that this process may pass on. */
function hardLimits(): HardLimits {
  // Podman's monitor lowers its limit to the largest pid.
  const pids = Number(readKernelFile('/proc/sys/kernel/pid_max')) || Number.POSITIVE_INFINITY;
  return {
    openFiles: hardLimit('Max open files'),
    processes: Math.min(hardLimit('Max processes'), pids),
  };
}
