import type { JsonObject, UsageFigures } from '@dragoman/protocol';
import { numberAt, objectAt } from '../../interpret/json-fields.js';
import { addUsageFigures, subtractUsage } from '../../interpret/usage-figures.js';
import { tell } from '../content/telling.js';
import { costOf } from '../usage/cost-of.js';
import { readUsageFigures } from '../usage/read-usage-figures.js';
import type { LineUsage } from './line-usage.js';
import type { LiveState } from './live-state.js';

/** Tells what the agent itself used in a turn, and what the turn cost, by its result. */
export function tellUsage(record: JsonObject, state: LiveState): void {
  const figures = ownUsage(record, state);
  const total = numberAt(record, 'total_cost_usd');
  const cost = costOf(total, state.costBefore);
  state.costBefore = total ?? state.costBefore;
  if (figures === undefined || (figures.total_tokens === 0 && (cost ?? 0) === 0)) return;
  state.toldUsage = addUsageFigures(state.toldUsage, figures);
  tell(state.conversation.telling, {
    type: 'usage',
    ...figures,
    ...(cost !== undefined && { cost_usd: cost }),
  });
}

/** Tells the same of a turn that was cut off before its result, where its messages say enough. */
export function tellUsageOfUnfinished(state: LiveState): void {
  const figures = state.messages.ended() === 'all' ? untold(state) : undefined;
  if (figures === undefined || figures.total_tokens === 0) return;
  tell(state.conversation.telling, { type: 'usage', ...figures });
}

/**
 * What the messages say of themselves counts, where all of them have come to their end. A result leaves
 * out what did not come in a stream, and all but the last message when the budget is used up or, at
 * times, up to 2.0.
 */
function ownUsage(record: JsonObject, state: LiveState): UsageFigures | undefined {
  const said = readUsageFigures(objectAt(record, 'usage'));
  const added = untold(state);
  if (said === undefined || added === undefined) return said ?? added;
  const isMore = added.total_tokens > said.total_tokens;
  const isSaidInPart = record.subtype === 'error_max_budget_usd' || said.total_tokens === 0;
  const isBelieved = BELIEVED[state.messages.ended()](isMore, isSaidInPart);
  const thought = said.reasoning_tokens;
  return isBelieved
    ? { ...added, ...(thought !== undefined && { reasoning_tokens: thought }) }
    : said;
}

/** What the messages used beyond what has been told. */
function untold({ messages, toldUsage }: LiveState): UsageFigures | undefined {
  const total = messages.total();
  return total && subtractUsage(total, toldUsage);
}

/** Whether the sum of the messages counts for more than what the result says. */
const BELIEVED: Readonly<
  Record<ReturnType<LineUsage['ended']>, (isMore: boolean, isSaidInPart: boolean) => boolean>
> = {
  all: () => true,
  some: (isMore) => isMore,
  none: (isMore, isSaidInPart) => isMore && isSaidInPart,
};
