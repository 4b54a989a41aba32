/** What to do about a task whose turn failed. */
export interface RetryRule {
  /** How many attempts there are in all. */
  readonly attempts: number;
  /** Whether the next attempt goes on in the session, where there is one. */
  readonly keepsSession: boolean;
  /** Whether it waits longer each time: for something outside that is overloaded or gone. */
  readonly backsOff: boolean;
  /** No other task of this agent is started: each would fail alike. */
  readonly stopsAgent?: true;
}

const ASK_LATER: RetryRule = { attempts: 3, keepsSession: true, backsOff: true };
const ONCE_MORE: RetryRule = { attempts: 2, keepsSession: true, backsOff: false };
const ONCE_MORE_FRESH: RetryRule = { attempts: 2, keepsSession: false, backsOff: false };
const NEVER: RetryRule = { attempts: 1, keepsSession: false, backsOff: false };

/** By the `code` of the turn's end. All others are never tried again: they would fail alike. */
const RULES: Readonly<Record<string, RetryRule>> = {
  rate_limit: ASK_LATER,
  overloaded: ASK_LATER,
  api: ASK_LATER,
  network: ASK_LATER,
  timeout: ONCE_MORE,
  idle: ONCE_MORE,
  no_terminal_event: ONCE_MORE,
  killed: ONCE_MORE,
  memory_limit: ONCE_MORE,
  exit_unknown: ONCE_MORE,
  never_started: ONCE_MORE_FRESH,
  sandbox_start_failed: ONCE_MORE_FRESH,
  session_unknown: ONCE_MORE_FRESH,
  session_damaged: ONCE_MORE_FRESH,
  session_elsewhere: ONCE_MORE_FRESH,
  resume_lost: ONCE_MORE_FRESH,
  seed_locked: ASK_LATER,
  auth: { ...NEVER, stopsAgent: true },
};

export function retryRule(code: string): RetryRule {
  return Object.hasOwn(RULES, code) ? (RULES[code] ?? NEVER) : NEVER;
}

const FIRST_DELAY_MS = 10_000;
const GROWTH = 6;
const LONGEST_DELAY_MS = 360_000;
const JITTER = 0.2;

/**
 * How long the next attempt waits.
 *
 * @param attempt how many there were
 * @param random from 0 to 1: tasks that failed together don't come back together
 */
export function retryDelay(rule: RetryRule, attempt: number, random = Math.random()): number {
  if (!rule.backsOff) return 0;
  const delay = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * GROWTH ** (attempt - 1));
  return Math.round(delay * (1 - JITTER + 2 * JITTER * random));
}
