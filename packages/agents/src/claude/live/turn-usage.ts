import { addUsageFigures, type JsonObject, type UsageFigures } from '@dragoman/protocol';
import type { Emitter } from '../../interpret/emitter.js';
import { numberAt, objectAt } from '../../interpret/json-fields.js';
import { NO_USAGE, smallerUsage, subtractUsage } from '../../interpret/usage-figures.js';
import {
  costOf,
  hasUsageSince,
  type ModelUsage,
  modelUsageOf,
  modelUsageSince,
  readUsageFigures,
  sumOfModels,
} from '../usage.js';
import { type LineUsage, noteBroken } from './line-usage.js';
import { ownUsage } from './own-usage.js';
import type { LiveState } from './state.js';

/** Emits what a turn used and cost, by its result: what its sub-agents used apart. */
export function emitUsage(record: JsonObject, state: LiveState, emitter: Emitter): void {
  const added = unreported(state);
  const models = modelUsageSince(record, state.modelsBefore);
  const figures = ownUsage(record, state, { added, models });
  const beside = figures && usageBeside(record, state, { figures, models });
  const early = figures && countedEarly(record, state, { figures, models });
  const total = numberAt(record, 'total_cost_usd');
  const cost = costOf(total, state.costBefore);
  state.costBefore = total ?? state.costBefore;
  state.modelsBefore = modelUsageOf(record) ?? state.modelsBefore;
  const { tasks } = state;
  forgetTurn(state);
  if (figures === undefined) return;
  // Messages of the next turn came already: its result follows.
  const isAhead = added !== undefined && subtractUsage(added, figures).total_tokens > 0;
  noteBeside(state, { beside: models && isAhead ? beside : undefined, early });
  const own = early === undefined ? figures : subtractUsage(figures, early);
  const used = own.total_tokens + (beside?.total_tokens ?? 0);
  if (used === 0 && (cost ?? 0) === 0) return;
  noteEmitted(state, added, figures);
  emitter.emit({ type: 'usage', ...own, ...(cost !== undefined && { cost_usd: cost }) });
  if (beside !== undefined && beside.total_tokens > 0) emitBeside(beside, tasks, emitter);
}

/** The same for a turn that was cut off before its result, where its messages say enough. */
export function emitUsageOfUnfinished(state: LiveState, emitter: Emitter): void {
  for (const stream of state.streams.values()) noteBroken(state, stream);
  const figures = state.messages.ended() === 'all' ? unreported(state) : undefined;
  if (figures === undefined || figures.total_tokens === 0) return;
  emitter.emit({ type: 'usage', ...figures });
}

/** What the next result says is about what comes from here on. */
function forgetTurn(state: LiveState): void {
  state.tasks = new Map();
  state.broken = undefined;
  state.inOnePiece = undefined;
  state.begunMessages.clear();
  state.countBefore = undefined;
  state.isCountKnown = true;
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

interface Beside {
  readonly beside: UsageFigures | undefined;
  /** What of that of earlier results is what this one says. */
  readonly early: UsageFigures | undefined;
}

function noteBeside(state: LiveState, { beside, early }: Beside): void {
  const { emittedBeside: before } = state;
  const left = before && early ? subtractUsage(before, early) : before;
  state.emittedBeside = sumOf([left, beside]);
}

/**
 * What of the messages was emitted with an earlier result, as used beside its own: where the results of
 * two turns come together, the models of the first have the messages of the second.
 */
function countedEarly(
  record: JsonObject,
  state: LiveState,
  { figures, models }: Counted,
): UsageFigures | undefined {
  const { emittedBeside, modelsBefore } = state;
  const used = models && (sumOfModels(models) ?? NO_USAGE);
  const all = sumOfModels(modelUsageOf(record) ?? new Map())?.input_tokens ?? 0;
  const before = sumOfModels(modelsBefore)?.input_tokens ?? 0;
  // Some versions, such as 2.0.30, count no input of the models; and another process counts anew.
  if (!emittedBeside || !used || all === 0 || all < before) return undefined;
  const lacking = subtractUsage(countedOf(record, state, { figures, models }), used);
  const early = smallerUsage(lacking, emittedBeside);
  const isAll = lacking.input_tokens > 0 && early.input_tokens === lacking.input_tokens;
  return isAll ? early : undefined;
}

interface Counted {
  readonly figures: UsageFigures;
  readonly models: ModelUsage | undefined;
}

/**
 * What all models used beyond the messages of the agent: for its sub-agents, for the summary of a
 * conversation, and for what the CLI asks on the side. Where the models are not counted, or it is not
 * sure that the count is the turn's, only the lines of the sub-agents say anything.
 */
function usageBeside(
  record: JsonObject,
  state: LiveState,
  { figures, models }: Counted,
): UsageFigures | undefined {
  const { tasks, countBefore, isCountKnown } = state;
  const lines = sumOf([...tasks.values()].map((each) => each.total()));
  const used = models && sumOfModels(models);
  if (used === undefined) return lines;
  const hasSince = hasUsageSince(record);
  const since = countBefore === undefined || hasSince ? used : subtractUsage(used, countBefore);
  const counted = countedOf(record, state, { figures, models });
  // Some versions, such as 2.0.30, count no input of the models.
  if (since.input_tokens < counted.input_tokens) return lines;
  const beside = subtractUsage(since, counted);
  const isSure = isCountKnown || hasSince || beside.input_tokens === lines?.input_tokens;
  return isSure ? beside : lines;
}

/**
 * What of the messages the CLI counts among its models: up to 2.1.276 no replies that broke off, but
 * for some versions up to 2.0, and up to 2.1.76 none that came in one piece for them, or for replies
 * that were refused. Where no pieces are printed, all look as if they had come in one.
 */
function countedOf(
  record: JsonObject,
  { broken, inOnePiece }: LiveState,
  { figures, models }: Counted,
): UsageFigures {
  const said = readUsageFigures(objectAt(record, 'usage'));
  if (said === undefined) return figures;
  const without = (part: UsageFigures | undefined) =>
    part === undefined ? figures : subtractUsage(figures, part);
  const isCounted = ({ total_tokens }: UsageFigures) =>
    total_tokens > 0 &&
    [...(models?.values() ?? [])].some((used) => used.total_tokens === total_tokens);
  if (broken !== undefined && isCounted(without(inOnePiece))) return without(inOnePiece);
  // A turn that was interrupted may say nothing, whatever the models count.
  const isSaid = ({ total_tokens }: UsageFigures) =>
    total_tokens === said.total_tokens && (total_tokens > 0 || record.subtype === 'success');
  const lacking = sumOf([inOnePiece, broken]);
  return [without(broken), without(lacking)].find(isSaid) ?? figures;
}

function sumOf(amounts: readonly (UsageFigures | undefined)[]): UsageFigures | undefined {
  return amounts.reduce(
    (sum, amount) => (amount === undefined ? sum : addUsageFigures(sum, amount)),
    undefined,
  );
}

/** Emits what was used beside the messages of the agent: by its sub-agents, if it had any. */
function emitBeside(
  beside: UsageFigures,
  tasks: ReadonlyMap<string, LineUsage>,
  emitter: Emitter,
): void {
  if (tasks.size === 0) emitter.emit({ type: 'usage', ...beside });
  else emitShares(beside, tasks, emitter);
}

/**
 * Emits what sub-agents used, each by its lines. Those are printed before a message has ended: what
 * they don't know is in the share of the last one.
 */
function emitShares(
  beside: UsageFigures,
  tasks: ReadonlyMap<string, LineUsage>,
  emitter: Emitter,
): void {
  let rest = beside;
  let waiting = tasks.size;
  for (const [parent_tool_id, lines] of tasks) {
    waiting -= 1;
    const known = lines.total();
    const share = waiting === 0 || known === undefined ? rest : smallerUsage(known, rest);
    rest = subtractUsage(rest, share);
    if (share.total_tokens > 0) emitter.emit({ type: 'usage', ...share, parent_tool_id });
  }
}
