import type { JsonObject } from '@dragoman/protocol';
import type { CallResult } from '../../interpret/call-register.js';
import { numberAt, textAt } from '../../interpret/json-fields.js';

const FAILED: ReadonlySet<string> = new Set(['failed', 'declined', 'error', 'errored']);

/** How a call ended, by its `status` and, of a command, its `exit_code`. */
export function callOutcome(record: JsonObject): CallResult {
  const status = textAt(record, 'status');
  const exitCode = numberAt(record, 'exit_code');
  const failed = (status !== undefined && FAILED.has(status)) || (exitCode ?? 0) !== 0;
  return {
    status: failed ? 'error' : 'success',
    ...(exitCode !== undefined && { exit_code: exitCode }),
    ...(status === 'declined' && { error: { message: 'declined', type: 'denied' } }),
  };
}

/** Milliseconds of a duration as Rust writes it: `{"secs":1,"nanos":500000000}`. */
export function durationOf(duration: JsonObject | undefined): { duration_ms?: number } {
  const seconds = numberAt(duration, 'secs');
  if (seconds === undefined) return {};
  const nanoseconds = numberAt(duration, 'nanos') ?? 0;
  return { duration_ms: Math.round(seconds * 1e3 + nanoseconds / 1e6) };
}
