import type { StartTurnBody } from '@dragoman/protocol/http';
import type { ModelAccess, TurnLimits } from '@dragoman/runtime';
import { turnLimitsOf } from '@dragoman/runtime/internal';
import type { ServerLimits } from '../contract.js';

/** How long an agent waits for one answer of a client, where nobody says it. */
const ANSWER_MS = 600_000;

type AskedLimits = NonNullable<StartTurnBody['limits']>;

/** What is left of a budget. */
export interface BudgetLeft {
  readonly tokens?: number | undefined;
  readonly costUsd?: number | undefined;
}

/**
 * The limits of a turn: those of the policy, else the runtime's defaults, and where a client asks for
 * less, those.
 */
export function lowerLimits(
  { turn = {} }: Pick<ServerLimits, 'turn'>,
  asked: AskedLimits = {},
): TurnLimits {
  const { wallMs, idleMs, totalMs } = turnLimitsOf(turn);
  return {
    ...turn,
    wallMs: least(wallMs, asked.wall_ms),
    idleMs: least(idleMs, asked.idle_ms),
    totalMs: least(totalMs, asked.total_ms),
  };
}

/** How long the agent may wait for one answer, whatever the tool says. */
export function answerTime(
  { answerMs = ANSWER_MS }: Pick<ServerLimits, 'answerMs'>,
  asked: AskedLimits = {},
): number {
  return least(answerMs, asked.answer_ms);
}

/** Access to a model that gives no more than all the limits allow. What is replayed has been paid for. */
export function withBudget(
  access: ModelAccess,
  limits: Pick<ServerLimits, 'tokens' | 'costUsd'>,
  asked: AskedLimits = {},
  left: BudgetLeft = {},
): ModelAccess {
  if (access.kind === 'replay') return access;
  const { budget = {} } = access;
  const tokens = least(budget.totalTokens, limits.tokens, asked.tokens, left.tokens);
  const costUsd = least(budget.costUsd, limits.costUsd, asked.cost_usd, left.costUsd);
  return {
    ...access,
    budget: {
      ...budget,
      ...(tokens !== Number.POSITIVE_INFINITY && { totalTokens: tokens }),
      ...(costUsd !== Number.POSITIVE_INFINITY && { costUsd }),
    },
  };
}

function least(...amounts: readonly (number | undefined)[]): number {
  return Math.min(...amounts.filter((amount) => amount !== undefined));
}
