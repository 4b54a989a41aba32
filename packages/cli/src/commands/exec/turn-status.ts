import type { Turn } from '@dragoman/runtime';
import { formatAmount } from '../../terminal/text/format-amount.js';
import { formatElapsed } from '../../terminal/text/format-time.js';

/** One line about a turn under way: how long it has taken, what it has used, what it is doing. */
export function turnStatus(turn: Turn): (doing: string) => string {
  const started = performance.now();
  return (doing) => {
    const usage = turn.usage();
    const tokens = (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0);
    return [
      formatElapsed(performance.now() - started),
      ...(tokens === 0 ? [] : [`${formatAmount(tokens)} tokens`]),
      doing,
    ].join(' · ');
  };
}
