import type { ServerLimits } from '../contract.js';
import { type Refusal, refusal } from '../errors/refusal.js';
import type { Client } from '../keys/key-ring.js';
import {
  createDayBudget,
  type DayBudgetOptions,
  type DaySpending,
  type TurnSpending,
} from './day-budget.js';
import type { BudgetLeft } from './lower-limits.js';
import { createRequestRate } from './request-rate.js';
import type { Spending } from './spending-files.js';

/** Holds clients to the limits of the operator. What it keeps in memory is bounded, however many they are. */
export interface Admission {
  /** Counts a request. Throws `too_many_requests`, which says when to come back. */
  request(client: Client): void;
  /**
   * Lets a turn begin. Throws `too_many_turns` or `budget_exhausted`. The result is called once, when the
   * turn has ended or could not begin; later calls do nothing.
   */
  begin(client: Client, turnId: string): () => void;
  /** Charges a turn that has ended with what it used, as soon as that is known. */
  charge(client: Client, turnId: string, spent: Promise<TurnSpending>): Promise<void>;
  /** Resolves when all turns of a client that have ended are charged. Never rejects. */
  charged(client: Client): Promise<void>;
  /** Turns that have begun and are not charged. */
  uncharged(): readonly string[];
  /** What is left of a client's budget: no turn of it may use more. Throws `budget_exhausted`. */
  left(client: Client, elsewhere?: Spending): BudgetLeft;
  /** What a client has used today. */
  spent(client: Client): DaySpending;
  /** Turns at work. */
  readonly turns: number;
}

export interface AdmissionOptions extends DayBudgetOptions {
  /** Milliseconds, for the rate of requests. */
  readonly clock?: (() => number) | undefined;
}

/** What an operator means who doesn't say it. */
export const TURNS_PER_KEY = 8;
const TURNS = 32;
export const REQUESTS_PER_MINUTE = 600;

export function createAdmission(limits: ServerLimits, options: AdmissionOptions): Admission {
  const { turnsPerKey = TURNS_PER_KEY, turns = TURNS } = limits;
  const rate = createRequestRate(limits.requestsPerMinute ?? REQUESTS_PER_MINUTE, options.clock);
  const budget = createDayBudget(limits, options);
  /** Only of clients that have turns at work: no more of them than there are turns. */
  const atWork = new Map<string, number>();
  /** Only of clients whose turns have just ended. */
  const charging = new Map<string, Promise<unknown>>();
  let all = 0;
  return {
    request: ({ id }) => rate.take(id),
    left: ({ id }, elsewhere) => budget.left(id, elsewhere),
    spent: ({ id }) => budget.spent(id),
    uncharged: () => budget.uncharged(),
    begin({ id }, turnId) {
      const own = atWork.get(id) ?? 0;
      if (own >= turnsPerKey) throw tooMany(`This key has ${own} turns at work`, turnsPerKey);
      if (all >= turns) throw tooMany(`The server has ${all} turns at work`, turns);
      budget.left(id);
      budget.begun(id, turnId);
      atWork.set(id, own + 1);
      all += 1;
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        all -= 1;
        const left = (atWork.get(id) ?? 1) - 1;
        if (left === 0) atWork.delete(id);
        else atWork.set(id, left);
      };
    },
    charge({ id }, turnId, spent) {
      const charge = spent.then((used) => budget.charge(id, turnId, used));
      const settled = Promise.allSettled([charging.get(id), charge]).then(() => {
        if (charging.get(id) === settled) charging.delete(id);
      });
      charging.set(id, settled);
      return charge;
    },
    async charged({ id }) {
      await charging.get(id);
    },
    get turns() {
      return all;
    },
  };
}

/** Nobody knows when a turn ends: a client that comes back so seldom is no burden. */
const RETRY = { 'retry-after': '5' };

export function tooMany(words: string, most: number): Refusal {
  return refusal(
    'too_many_turns',
    `${words}, and ${most} are allowed at once: wait until one ends, or cancel one.`,
    { headers: RETRY },
  );
}
