import type { SandboxKind } from '@dragoman/sandbox';
import type { Fault } from './fault.js';
import type { FaultResult } from './run-fault.js';

/** What became of a fault in one kind of sandbox, run by run. */
export interface FaultRuns {
  readonly fault: Fault;
  readonly kind: SandboxKind;
  readonly results: FaultResult[];
}
