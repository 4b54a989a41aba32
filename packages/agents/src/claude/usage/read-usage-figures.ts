import type { JsonObject, UsageFigures } from '@dragoman/protocol';
import { objectAt } from '../../interpret/json-fields.js';
import { amountAt } from '../../interpret/usage-figures.js';

/** The figures of a message or of a result. Claude counts what is cached apart from the input. */
export function readUsageFigures(usage: JsonObject | undefined): UsageFigures | undefined {
  const fresh = amountAt(usage, 'input_tokens');
  const output = amountAt(usage, 'output_tokens');
  if (fresh === undefined || output === undefined) return undefined;
  const read = amountAt(usage, 'cache_read_input_tokens');
  const written = amountAt(usage, 'cache_creation_input_tokens');
  const input = fresh + (read ?? 0) + (written ?? 0);
  const figures: UsageFigures = {
    input_tokens: input,
    output_tokens: output,
    total_tokens: input + output,
  };
  if (read !== undefined) figures.cached_input_tokens = read;
  if (written !== undefined) figures.cache_write_input_tokens = written;
  const thought = amountAt(objectAt(usage, 'output_tokens_details'), 'thinking_tokens');
  if (thought !== undefined) figures.reasoning_tokens = thought;
  return figures;
}
