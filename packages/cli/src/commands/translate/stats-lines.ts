import type { TranslationStats } from '@dragoman/agents';
import { cutText } from '../../terminal/text/fit-text.js';
import { formatTable } from '../../terminal/text/format-table.js';
import { formatCount } from '../../terminal/text/formats.js';
import { harmlessLine } from '../../terminal/text/harmless-text.js';

const MOST_TYPES = 30;
const LONGEST_NAME = 80;

/**
 * How many lines of an input had each disposition, and how many events or messages they gave.
 *
 * @param notes what else there is to say of how it was read
 */
export function statsLines(
  stats: TranslationStats,
  made: readonly [string, number],
  notes: readonly string[] = [],
): string[] {
  const { lines, dispositions, malformed, tooLong, torn } = stats;
  const counts: [string, number, string][] = [
    ['mapped', dispositions.mapped, ''],
    ['metadata', dispositions.metadata, ''],
    ['unknown', dispositions.unknown, ''],
    ['malformed', malformed, torn ? '(the last line is cut off)' : ''],
    ['too long', tooLong, ''],
  ];
  const table = formatTable(
    ['lines', String(lines), ''],
    [...counts, [...made, ''] as const].map(([name, count, note]) => [name, String(count), note]),
  );
  return [
    ...table
      .trimEnd()
      .split('\n')
      .map((line) => line.trimEnd()),
    ...unknownLines(stats),
    ...notes.map((note) => harmlessLine(note)),
  ];
}

function unknownLines({ unknown }: TranslationStats): string[] {
  const types = [...unknown].sort(([, left], [, right]) => right - left);
  const shown = types.slice(0, MOST_TYPES).map(([native, count]) => {
    return `  ${cutText(harmlessLine(native), LONGEST_NAME)}: ${count}`;
  });
  const more = types.length - shown.length;
  return [
    ...(shown.length > 0 ? ['unknown by type'] : []),
    ...shown,
    ...(more > 0 ? [`  … and ${more} more types`] : []),
  ];
}

/** One line that counts what is missing in the output; undefined if nothing is. */
export function leftOutNote(
  { dispositions, malformed, tooLong, torn }: TranslationStats,
  { raw }: { readonly raw?: boolean },
): string | undefined {
  const broken = torn ? malformed - 1 : malformed;
  // With --raw these are in the output.
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
