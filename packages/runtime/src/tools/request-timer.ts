import { longestDelayMs } from '../limits/turn-timers.js';
import type { CallerTool } from './caller-tool.js';

/** How long a person may take. */
const DEFAULT_TIMEOUT_MS = 10 * 60 * 1000;

/** An agent must wait so much longer than we do: it is told in our words that no answer came. */
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
