import { createHash } from 'node:crypto';
import { appendFileSync, closeSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { loadPrices } from '@dragoman/agents/internal';
import { parseJson, type UsageFigures } from '@dragoman/protocol';
import { errorCode } from '@dragoman/protocol/internal';
import { makeFolder, namesInSync } from '@dragoman/sandbox';
import { z } from 'zod';
import type { ServerLimits } from '../contract.js';
import { type Refusal, refusal } from '../errors/refusal.js';
import type { BudgetLeft } from './lower-limits.js';

type DayLimits = Pick<ServerLimits, 'tokensPerDay' | 'costUsdPerDay'>;

/** What clients spend in a day of UTC. It outlives the server. */
export interface DayBudget {
  /** What is left for a client today. Throws `budget_exhausted` where nothing is. */
  left(client: string): BudgetLeft;
  /** What the agent says that it cost, or what it costs by the prices of the model. */
  charge(client: string, usage: UsageFigures, modelId?: string): void;
}

export interface DayBudgetOptions {
  readonly stateDirectory: string;
  readonly now?: (() => Date) | undefined;
}

/** Days that are kept: today, and yesterday for a turn that began then. */
const KEPT_DAYS = 2;

const PIECE_BYTES = 64 * 1024;

const spending = z.object({ tokens: z.number().nonnegative(), usd: z.number().nonnegative() });
type Spending = z.infer<typeof spending>;

/**
 * Each turn's usage is a line in a file of its client and day. Lines are appended whole, so several
 * servers with one state folder count together, and one that is killed forgets nothing.
 */
export function createDayBudget(
  { tokensPerDay, costUsdPerDay }: DayLimits,
  { stateDirectory, now = () => new Date() }: DayBudgetOptions,
): DayBudget {
  const root = join(stateDirectory, 'server', 'spent');
  const isLimited = tokensPerDay !== undefined || costUsdPerDay !== undefined;
  const today = () => now().toISOString().slice(0, 10);
  const fileOf = (client: string): string => {
    const name = createHash('sha256').update(client).digest('hex');
    return join(root, today(), `${name}.ndjson`);
  };
  return {
    left(client) {
      if (!isLimited) return {};
      const { tokens, usd } = spentIn(fileOf(client));
      const left = {
        ...(tokensPerDay !== undefined && { tokens: tokensPerDay - tokens }),
        ...(costUsdPerDay !== undefined && { costUsd: costUsdPerDay - usd }),
      };
      if (left.tokens !== undefined && left.tokens <= 0) throw exhausted(`${tokensPerDay} tokens`);
      if (left.costUsd !== undefined && left.costUsd <= 0) throw exhausted(`$${costUsdPerDay}`);
      return left;
    },
    charge(client, usage, modelId) {
      if (!isLimited) return;
      const { total_tokens: tokens } = usage;
      const usd = costUsdPerDay === undefined ? 0 : costOf(usage, modelId);
      makeFolder(join(root, today()));
      appendFileSync(fileOf(client), `${JSON.stringify({ tokens, usd })}\n`, { mode: 0o600 });
      removeOldDays(root);
    },
  };
}

/** A model without a known price was refused by the gateway, which holds every turn to its budget. */
function costOf(usage: UsageFigures, modelId: string | undefined): number {
  if (usage.cost_usd !== undefined || modelId === undefined) return usage.cost_usd ?? 0;
  const tokens = {
    input: usage.input_tokens,
    cached: usage.cached_input_tokens ?? 0,
    written: usage.cache_write_input_tokens ?? 0,
    output: usage.output_tokens,
    reasoning: usage.reasoning_tokens ?? 0,
  };
  return loadPrices().costOf(modelId, tokens) ?? 0;
}

/** In pieces: a client may have begun any number of turns. */
function spentIn(path: string): Spending {
  const sum = { tokens: 0, usd: 0 };
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return sum;
    throw error;
  }
  try {
    const piece = Buffer.alloc(PIECE_BYTES);
    let rest = '';
    for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) {
      const lines = (rest + piece.toString('latin1', 0, read)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) addLine(sum, line);
    }
  } finally {
    closeSync(file);
  }
  return sum;
}

function addLine(sum: Spending, line: string): void {
  const parsed = parseJson(line);
  const { data } = spending.safeParse(parsed.ok ? parsed.value : undefined);
  if (data === undefined) return;
  sum.tokens += data.tokens;
  sum.usd += data.usd;
}

function removeOldDays(root: string): void {
  const days = [...namesInSync(root)].sort();
  for (const day of days.slice(0, -KEPT_DAYS)) {
    rmSync(join(root, day), { recursive: true, force: true });
  }
}

function exhausted(budget: string): Refusal {
  return refusal(
    'budget_exhausted',
    `The budget of this key for today, ${budget}, is used up: it begins anew at midnight UTC.`,
  );
}
