import type { JsonObject, UsageFigures } from '@dragoman/protocol';
import { objectAt } from '../../interpret/json-fields.js';
import { type ModelUsage, readUsageFigures, sumOfModels } from '../usage.js';
import type { LineUsage } from './line-usage.js';
import type { LiveState } from './state.js';

/**
 * What the messages say of themselves counts, where all of them have come to their end. A result leaves
 * out what did not come in a stream, and all but the last message when the budget is used up or, at
 * times, up to 2.0. It says more where a reply broke off: no message has that.
 */
export function ownUsage(
  record: JsonObject,
  { messages }: Pick<LiveState, 'messages'>,
  { added, models }: Pick<Accounts, 'models'> & { readonly added: UsageFigures | undefined },
): UsageFigures | undefined {
  const said = readUsageFigures(objectAt(record, 'usage'));
  if (said === undefined || added === undefined) return said ?? added;
  const isSaidInPart = record.subtype === 'error_max_budget_usd' || said.total_tokens === 0;
  const ended = messages.ended();
  const isBelieved = BELIEVED[ended]({ added, said, models, isSaidInPart });
  if (!isBelieved) return said;
  return ended === 'all' ? withReasoning(added, said) : withOutput(added, said, models);
}

interface Accounts {
  /** The sum of the messages. */
  readonly added: UsageFigures;
  readonly said: UsageFigures;
  readonly models: ModelUsage | undefined;
  readonly isSaidInPart: boolean;
}

/** Whether the sum of the messages counts for more than what the result says. */
const BELIEVED: Readonly<Record<ReturnType<LineUsage['ended']>, (accounts: Accounts) => boolean>> =
  {
    all: (accounts) => !isSaidToBeMore(accounts),
    some: ({ added, said }) => added.total_tokens > said.total_tokens,
    none: ({ added, said, isSaidInPart }) => added.total_tokens > said.total_tokens && isSaidInPart,
  };

/** What the models did not use since the last result was emitted with that one. */
function isSaidToBeMore({ added, said, models }: Accounts): boolean {
  const used = models && sumOfModels(models);
  const most = used?.total_tokens ?? 0;
  return said.total_tokens > added.total_tokens && said.total_tokens <= most;
}

function withReasoning(figures: UsageFigures, said: UsageFigures): UsageFigures {
  const thought = said.reasoning_tokens;
  return { ...figures, ...(thought !== undefined && { reasoning_tokens: thought }) };
}

/**
 * A message that has not ended knows what went into it, and next to nothing of what came out. The
 * models do, as long as they were asked the same: what sub-agents used is among theirs.
 */
function withOutput(
  added: UsageFigures,
  said: UsageFigures,
  models: ModelUsage = new Map(),
): UsageFigures {
  const all = sumOfModels(models);
  const accounts = [...(all === undefined ? [] : [all]), ...models.values()];
  const same = accounts.find((figures) =>
    INPUT.every((name) => (figures[name] ?? 0) === (added[name] ?? 0)),
  );
  const source = same ?? said;
  const output = Math.max(added.output_tokens, source.output_tokens);
  return withReasoning(
    { ...added, output_tokens: output, total_tokens: added.input_tokens + output },
    source,
  );
}

const INPUT = ['input_tokens', 'cached_input_tokens', 'cache_write_input_tokens'] as const;
