import type { JsonObject, UsageFigures } from '@dragoman/protocol';
import { amountAt, usageFigures } from '../interpret/usage-figures.js';

/**
 * Codex's own figures as the event language has them. Older versions leave out some; a figure that
 * isn't there stays absent. Cached tokens are part of the input and reasoning is part of the output.
 */
export function readUsageFigures(native: JsonObject | undefined): UsageFigures | undefined {
  const input = amountAt(native, 'input_tokens');
  const output = amountAt(native, 'output_tokens');
  if (input === undefined || output === undefined) return undefined;
  return usageFigures({
    input,
    output,
    cached: amountAt(native, 'cached_input_tokens'),
    written: amountAt(native, 'cache_write_input_tokens'),
    reasoning: amountAt(native, 'reasoning_output_tokens'),
  });
}

/** The first version that continues the totals of a session when it resumes it. */
export const THREAD_TOTALS_SINCE = '0.79.0';

/** The first version that marks where a process begins, with a count of `null`. */
export const PROCESS_MARKS_SINCE = '0.42.0';

/** The first version that records what each call used. */
export const RECORDS_SINCE = '0.153.0';
