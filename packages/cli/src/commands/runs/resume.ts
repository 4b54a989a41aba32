import { resumeRun as resume } from '@dragoman/orchestrator';
import type { ExitCode } from '../../exit-code.js';
import type { LimitOptions } from '../../program/limit-options.js';
import type { Terminal } from '../../terminal/terminal.js';
import { followRun, stopSignal } from '../run/follow-run.js';
import { accessOf, limitsOf } from '../run/run.js';
import { findRun } from './find-run.js';

export interface ResumeRunOptions extends LimitOptions {
  readonly retryFailed?: boolean;
  readonly parallel?: number;
  readonly baseUrl?: string;
  readonly login?: boolean;
  readonly script?: string;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

/** `dragoman runs resume`: goes on with a run whose process was stopped, or died. */
export async function resumeRun(
  wanted: string,
  options: ResumeRunOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { id, record, state } = await findRun(wanted);
  const run = await resume({
    id,
    access: await accessOf([record.agent, ...record.otherAgents], options),
    retryFailed: options.retryFailed,
    parallel: options.parallel,
    limits: { ...record.settings.limits, ...limitsOf(options) },
    signal: stopSignal(terminal),
  });
  return followRun(run, { ...options, after: state.lastSeq }, terminal);
}
