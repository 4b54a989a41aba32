import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import { asText, flagAt, numberAt, objectAt, textAt } from '../interpret/json-fields.js';
import { amountAt } from '../interpret/usage-figures.js';
import { createByteFinder } from '../sessions/byte-finder.js';
import { createKeptBytes } from '../usage/kept-bytes.js';
import { timeOf } from '../usage/time-of.js';
import type { ModelTotal, UsageReader, UsageSession, UsageSink } from '../usage/usage-format.js';
import { isCount } from './saved/session-count.js';
import { costOf, readUsageFigures } from './usage.js';

const NEWLINE = 0x0a;
const findUsage = createByteFinder('"usage":{', true);
/** `"usage":{"input_tokens":…,"cache_creation_input_tokens":…,"cache_read_input_tokens":…,"output_tokens":…` */
const FIGURES_BYTES = 120;
/** A line names its message before its content. */
const ID_WITHIN = 1024;
const COUNT = Buffer.from('{"type":"cost-state"');

interface ReaderState {
  id?: string | undefined;
  cwd?: string | undefined;
}

/**
 * Reads what the messages of a session of Claude Code used, and the counts that its processes leave. Each
 * line of a message repeats its figures, and forks repeat the messages, with the same ids.
 */
export function createClaudeUsageReader(earlier?: unknown): UsageReader {
  const state: ReaderState = isJsonObject(earlier) ? { ...earlier } : {};

  /** The message that was last read, and its figures. */
  let lastId: string | undefined;
  const lastFigures = createKeptBytes();

  /** Whether a line is of the message that was last read, with the same figures. */
  const repeatsLast = (run: Buffer, start: number, usage: number): boolean => {
    const end = Math.min(usage + FIGURES_BYTES, run.length);
    const isSame = lastFigures.equals(run, usage, end);
    if (isSame && lastId !== undefined) {
      const id = Buffer.from(`"id":${JSON.stringify(lastId)}`);
      if (run.subarray(start, start + ID_WITHIN).includes(id)) return true;
    }
    if (!isSame) lastFigures.keep(run, usage, end);
    lastId = undefined;
    return false;
  };

  return {
    findLines(run, show) {
      let usage = nextUsage(run, 0);
      let count = nextCount(run, 0);
      for (let at = Math.min(usage, count); at < run.length; at = Math.min(usage, count)) {
        const newline = run.indexOf(NEWLINE, at);
        const end = newline === -1 ? run.length : newline;
        const start = run.lastIndexOf(NEWLINE, at) + 1;
        if (at === count || !repeatsLast(run, start, usage)) show(start, end);
        if (usage < end) usage = nextUsage(run, end);
        if (count < end) count = nextCount(run, end);
      }
    },
    read(record, sink) {
      if (isCount(record)) {
        readCount(record, sink);
        return;
      }
      const message = objectAt(record, 'message');
      const figures = readUsageFigures(objectAt(message, 'usage'));
      const id = asText(message?.id) ?? asText(record.uuid);
      if (record.type !== 'assistant' || figures === undefined || id === undefined) return;
      lastId = id;
      state.id ??= textAt(record, 'sessionId');
      state.cwd ??= textAt(record, 'cwd');
      // What the CLI says in the model's name used nothing.
      if (figures.total_tokens === 0) return;
      // Versions before 1.0.20 say what each message cost.
      const cost = costOf(numberAt(record, 'costUSD'), 0);
      if (cost !== undefined && cost > 0) figures.cost_usd = cost;
      sink.call({
        key: `claude ${id} ${asText(record.requestId) ?? ''}`,
        time: timeOf(asText(record.timestamp) ?? ''),
        model: asText(message?.model),
        figures,
      });
    },
    session: (): UsageSession => state,
    state: () => state,
  };
}

function nextUsage(run: Buffer, from: number): number {
  const at = findUsage(run, from);
  return at === -1 ? run.length : at;
}

/** Where the next count is: at the beginning of a line, so that no other byte is looked at. */
function nextCount(run: Buffer, from: number): number {
  let start = from === 0 ? 0 : run.indexOf(NEWLINE, from) + 1;
  if (from > 0 && start === 0) return run.length;
  for (;;) {
    if (isCountAt(run, start)) return start;
    const newline = run.indexOf(NEWLINE, start);
    if (newline === -1) return run.length;
    start = newline + 1;
  }
}

const LETTER_C = 0x63;
const LETTER_S = 0x73;

function isCountAt(run: Buffer, start: number): boolean {
  if (run[start + 9] !== LETTER_C || run[start + 11] !== LETTER_S) return false;
  return run.compare(COUNT, 0, COUNT.length, start, start + COUNT.length) === 0;
}

/** What a process counted for each model, over the whole session. */
function readCount(record: JsonObject, sink: UsageSink): void {
  const models: Record<string, ModelTotal> = {};
  for (const [name, said] of Object.entries(objectAt(record, 'modelUsage') ?? {})) {
    if (!isJsonObject(said)) continue;
    const cached = amountAt(said, 'cacheReadInputTokens') ?? 0;
    const written = amountAt(said, 'cacheCreationInputTokens') ?? 0;
    models[name] = {
      input: (amountAt(said, 'inputTokens') ?? 0) + cached + written,
      cached,
      written,
      output: amountAt(said, 'outputTokens') ?? 0,
      reasoning: amountAt(said, 'thinkingTokens') ?? 0,
      cost: costOf(numberAt(said, 'costUSD'), 0) ?? 0,
    };
  }
  const cost = costOf(numberAt(record, 'totalCostUSD'), 0);
  sink.count({ models, cost: flagAt(record, 'hasUnknownModelCost') === true ? undefined : cost });
}
