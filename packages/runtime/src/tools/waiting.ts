import { longestDelayMs, type Waiting } from '../limits/turn-timers.js';
import type { CallerTool } from './caller-tool.js';

/** Measures the time in which at least one thing is waited for. */
interface WaitingClock extends Waiting {
  begin(): void;
  end(): void;
}

export function createWaitingClock(): WaitingClock {
  let open = 0;
  let since = 0;
  let lastEnd = 0;
  let total = 0;
  return {
    begin() {
      if (open === 0) since = performance.now();
      open += 1;
    },
    end() {
      open -= 1;
      lastEnd = performance.now();
      if (open === 0) total += lastEnd - since;
    },
    last: () => (open > 0 ? performance.now() : lastEnd),
    total: () => (open > 0 ? total + performance.now() - since : total),
  };
}

/** How long a person may take. */
const DEFAULT_TIMEOUT_MS = 10 * 60 * 1000;

/** An agent must wait so much longer than we do: so that it gets our words, and not an error of its client. */
export const agentWaitsLongerMs = 60_000;

/** How long a tool's answer is waited for; never so long that a timer, here or there, can't. */
export function patienceOf({ timeoutMs = DEFAULT_TIMEOUT_MS }: CallerTool): number {
  return Math.min(timeoutMs, longestDelayMs - agentWaitsLongerMs);
}

/** Says, once, that no answer came in time. */
export function createRequestTimer(
  tool: CallerTool,
  onTimeout: (words: string) => void,
): { stop(): void } {
  const ms = patienceOf(tool);
  const words = `Nobody answered the call of ${tool.name} within ${ms / 1000} seconds.`;
  const timer = setTimeout(() => onTimeout(words), ms);
  return { stop: () => clearTimeout(timer) };
}
