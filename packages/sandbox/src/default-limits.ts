import type { SandboxLimits } from './contract.js';

const GIBIBYTE = 1024 ** 3;

/** What a command and all that came from it may use when nobody says otherwise. */
const DEFAULT_LIMITS: Required<SandboxLimits> = {
  memoryBytes: 4 * GIBIBYTE,
  cpus: 2,
  processes: 512,
  temporaryBytes: GIBIBYTE / 2,
};

/** What was asked for, and the defaults for the rest, in whole bytes. */
export function withDefaultLimits(asked: SandboxLimits = {}): Required<SandboxLimits> {
  const defined = Object.entries(asked).filter(([, value]) => value !== undefined);
  const limits = { ...DEFAULT_LIMITS, ...Object.fromEntries(defined) };
  return {
    ...limits,
    memoryBytes: Math.ceil(limits.memoryBytes),
    temporaryBytes: Math.ceil(limits.temporaryBytes),
  };
}
