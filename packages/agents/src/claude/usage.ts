import {
  addUsageFigures,
  isJsonObject,
  type JsonObject,
  type UsageFigures,
} from '@dragoman/protocol';
import { objectAt } from '../interpret/json-fields.js';
import { amountAt, subtractUsage, usageFigures } from '../interpret/usage-figures.js';

/** The figures of a message or of a result. Claude counts what is cached apart from the input. */
export function readUsageFigures(usage: JsonObject | undefined): UsageFigures | undefined {
  const fresh = amountAt(usage, 'input_tokens');
  const output = amountAt(usage, 'output_tokens');
  if (fresh === undefined || output === undefined) return undefined;
  const read = amountAt(usage, 'cache_read_input_tokens');
  const written = amountAt(usage, 'cache_creation_input_tokens');
  const input = fresh + (read ?? 0) + (written ?? 0);
  const reasoning = amountAt(objectAt(usage, 'output_tokens_details'), 'thinking_tokens');
  return usageFigures({ input, output, cached: read, written, reasoning });
}

/** The smallest part of a dollar that counts; what is below comes from adding. */
const PARTS = 1e9;

/** Far above any real figure, and small enough that no sum of its parts overflows. */
const MOST_DOLLARS = 1e12;

/** What a running total of costs has grown by. A total that nobody can have spent is none. */
export function costOf(total: number | undefined, before: number): number | undefined {
  if (total === undefined || total < 0 || total > MOST_DOLLARS) return undefined;
  return Math.round(Math.max(0, total - before) * PARTS) / PARTS;
}

/** What each model used, by its name: for the agent, its sub-agents, and what the CLI asks on the side. */
export type ModelUsage = ReadonlyMap<string, UsageFigures>;

/** What a result says its models used, over all turns so far. */
export function modelUsageOf(result: JsonObject): ModelUsage | undefined {
  return readModels(objectAt(result, 'modelUsage'));
}

const SINCE = 'model_usage_since_last_result';

/** Whether a result says itself what the models used since the result before. */
export function hasUsageSince(result: JsonObject): boolean {
  return objectAt(result, SINCE) !== undefined;
}

/**
 * What the models used since the result before. A version that doesn't say it may go on counting when
 * it resumes a session: then this is too much for the first result.
 */
export function modelUsageSince(result: JsonObject, before: ModelUsage): ModelUsage | undefined {
  const since = readModels(objectAt(result, SINCE));
  const total = modelUsageOf(result);
  if (since !== undefined || total === undefined) return since;
  return new Map(
    [...total].map(([model, figures]) => {
      const then = before.get(model);
      return [model, then === undefined ? figures : subtractUsage(figures, then)];
    }),
  );
}

/** What all models used together. */
export function sumOfModels(models: ModelUsage): UsageFigures | undefined {
  return [...models.values()].reduce<UsageFigures | undefined>(addUsageFigures, undefined);
}

function readModels(models: JsonObject | undefined): ModelUsage | undefined {
  if (models === undefined) return undefined;
  const read = new Map<string, UsageFigures>();
  for (const [model, said] of Object.entries(models)) {
    const figures = isJsonObject(said) ? readModel(said) : undefined;
    if (figures !== undefined) read.set(model, figures);
  }
  return read;
}

/** The same figures as elsewhere, under other names. */
function readModel(said: JsonObject): UsageFigures | undefined {
  const figures = readUsageFigures({
    input_tokens: said.inputTokens,
    output_tokens: said.outputTokens,
    cache_read_input_tokens: said.cacheReadInputTokens,
    cache_creation_input_tokens: said.cacheCreationInputTokens,
  });
  const thought = amountAt(said, 'thinkingTokens');
  if (figures !== undefined && thought !== undefined) figures.reasoning_tokens = thought;
  return figures;
}
