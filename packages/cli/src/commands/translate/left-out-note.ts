import type { TranslationStats } from '@dragoman/agents';
import { formatCount } from '../../terminal/text/format-amount.js';

/** What of an input is not in the output, in one line; undefined when all of it is. */
export function leftOutNote(
  { dispositions, malformed, tooLong, torn }: TranslationStats,
  { raw }: { readonly raw?: boolean },
): string | undefined {
  const broken = torn ? malformed - 1 : malformed;
  // What is passed on raw is not left out.
  const counts: [number, string][] = raw
    ? [[tooLong, 'too long']]
    : [
        [dispositions.unknown, 'of unknown types'],
        [broken, 'no JSON objects'],
        [torn ? 1 : 0, 'cut off at the end'],
        [tooLong, 'too long'],
      ];
  const parts = counts.filter(([count]) => count > 0);
  if (parts.length === 0) return undefined;
  const total = parts.reduce((sum, [count]) => sum + count, 0);
  const words = parts.map(([count, what]) => `${count} ${what}`).join(', ');
  return `${formatCount(total, 'line')} left out: ${words} (--stats, --raw).`;
}
