import type { Turn } from '@dragoman/runtime';
import { formatAmount, formatElapsed } from '../../terminal/text/formats.js';

/** One line about a running turn: its duration, its usage, its activity. */
export function turnStatus(turn: Turn): (doing: string) => string {
  const started = performance.now();
  return (doing) => {
    const tokens = turn.usage()?.total_tokens ?? 0;
    return [
      formatElapsed(performance.now() - started),
      ...(tokens === 0 ? [] : [`${formatAmount(tokens)} tokens`]),
      doing,
    ].join(' · ');
  };
}
