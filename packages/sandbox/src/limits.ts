import { readFileSync } from 'node:fs';
import type { SandboxLimits } from './contract.js';

const GIBIBYTE = 1024 ** 3;

/** The default limits of a command with all processes it starts. */
const DEFAULT_LIMITS: Required<SandboxLimits> = {
  memoryBytes: 4 * GIBIBYTE,
  cpus: 2,
  processes: 512,
  temporaryBytes: GIBIBYTE / 2,
};

/** The given limits, and defaults for the rest, in whole bytes. */
export function withDefaultLimits(asked: SandboxLimits = {}): Required<SandboxLimits> {
  const defined = Object.entries(asked).filter(([, value]) => value !== undefined);
  const limits = { ...DEFAULT_LIMITS, ...Object.fromEntries(defined) };
  return {
    ...limits,
    memoryBytes: Math.ceil(limits.memoryBytes),
    temporaryBytes: Math.ceil(limits.temporaryBytes),
  };
}

/** A hard limit of this process, which no child may exceed, by its name in `/proc/self/limits`. */
export function hardLimit(name: string): number {
  const limits = readKernelFile('/proc/self/limits');
  const [, value] = new RegExp(`^${name} +\\S+ +(\\d+)`, 'm').exec(limits) ?? [];
  return value === undefined ? Number.POSITIVE_INFINITY : Number(value);
}

/** Empty if there is no such file: on other systems engines run in a virtual machine. */
export function readKernelFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
