import { addUsageFigures, type JsonObject, type UsageFigures } from '@dragoman/protocol';
import type { Emitter } from '../../interpret/emitter.js';
import { numberAt, objectAt } from '../../interpret/json-fields.js';
import { subtractUsage } from '../../interpret/usage-figures.js';
import {
  costOf,
  type ModelUsage,
  modelUsageOf,
  modelUsageSince,
  readUsageFigures,
  sumOfModels,
} from '../usage.js';
import type { LiveState } from './state.js';

/** What the messages of a stream used, by their lines and pieces: each message counts once. */
export interface LineUsage {
  /** Notes what a line says a message used; `isFinal` when the message has ended. */
  note(messageId: string, usage: JsonObject | undefined, isFinal: boolean): void;
  total(): UsageFigures | undefined;
  /**
   * Whether all messages, some, or none are known to have ended. From 2.1 on a line is printed before
   * its message ends, so only pieces say it.
   */
  ended(): 'all' | 'some' | 'none';
}

export function createLineUsage(): LineUsage {
  const byMessage = new Map<string, UsageFigures>();
  const ended = new Set<string>();
  let total: UsageFigures | undefined;

  return {
    note(messageId, usage, isFinal) {
      if (ended.has(messageId) && !isFinal) return;
      const figures = readUsageFigures(usage);
      if (figures === undefined) return;
      const before = byMessage.get(messageId);
      const others = before && total ? subtractUsage(total, before) : total;
      total = addUsageFigures(others, figures);
      byMessage.set(messageId, figures);
      if (isFinal) ended.add(messageId);
    },
    total: () => total,
    ended() {
      if (ended.size === 0) return 'none';
      return ended.size === byMessage.size ? 'all' : 'some';
    },
  };
}

/** Emits what the agent without its sub-agents used in a turn, and what the turn cost, by its result. */
export function emitUsage(record: JsonObject, state: LiveState, emitter: Emitter): void {
  const added = unreported(state);
  const figures = ownUsage(record, state, added);
  state.modelsBefore = modelUsageOf(record) ?? state.modelsBefore;
  const total = numberAt(record, 'total_cost_usd');
  const cost = costOf(total, state.costBefore);
  state.costBefore = total ?? state.costBefore;
  if (figures === undefined || (figures.total_tokens === 0 && (cost ?? 0) === 0)) return;
  noteEmitted(state, added, figures);
  emitter.emit({ type: 'usage', ...figures, ...(cost !== undefined && { cost_usd: cost }) });
}

/** The same for a turn that was cut off before its result, where its messages say enough. */
export function emitUsageOfUnfinished(state: LiveState, emitter: Emitter): void {
  const figures = state.messages.ended() === 'all' ? unreported(state) : undefined;
  if (figures === undefined || figures.total_tokens === 0) return;
  emitter.emit({ type: 'usage', ...figures });
}

/**
 * What the messages say of themselves counts, where all of them have come to their end. A result leaves
 * out what did not come in a stream, and all but the last message when the budget is used up or, at
 * times, up to 2.0. It says more where a reply broke off: no message has that.
 */
function ownUsage(
  record: JsonObject,
  { messages, modelsBefore }: LiveState,
  added: UsageFigures | undefined,
): UsageFigures | undefined {
  const said = readUsageFigures(objectAt(record, 'usage'));
  if (said === undefined || added === undefined) return said ?? added;
  const models = modelUsageSince(record, modelsBefore);
  const isSaidInPart = record.subtype === 'error_max_budget_usd' || said.total_tokens === 0;
  const ended = messages.ended();
  const isBelieved = BELIEVED[ended]({ added, said, models, isSaidInPart });
  if (!isBelieved) return said;
  return ended === 'all' ? withReasoning(added, said) : withOutput(added, said, models);
}

/** What the messages used beyond what was emitted. */
function unreported({ messages, emittedUsage }: LiveState): UsageFigures | undefined {
  const total = messages.total();
  return total && subtractUsage(total, emittedUsage);
}

/** What the messages used beyond what is emitted here may belong to the next result. */
function noteEmitted(
  state: LiveState,
  added: UsageFigures | undefined,
  emitted: UsageFigures,
): void {
  const total = state.messages.total();
  if (total === undefined || added === undefined) return;
  state.emittedUsage = subtractUsage(total, subtractUsage(added, emitted));
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
