import type { TranslationStats } from '@dragoman/agents';
import { cutText } from '../../terminal/text/cut-text.js';
import { formatTable } from '../../terminal/text/format-table.js';
import { harmlessLine } from '../../terminal/text/harmless-text.js';

const MOST_TYPES = 30;
const LONGEST_NAME = 80;

/** What became of the lines of an input, and how much of what they amount to, for a person. */
export function statsLines(stats: TranslationStats, made: readonly [string, number]): string[] {
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
