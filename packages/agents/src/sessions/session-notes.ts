import type { TranslationStats } from '../interpret/translation-stats.js';

const MOST_NAMED = 5;

/** What a reader of a session should know about what was read. */
export function notesOf(stats: TranslationStats): string[] {
  const { lines, malformed, tooLong, torn, dispositions } = stats;
  const broken = torn ? malformed - 1 : malformed;
  return [
    lines === 0 && 'The file holds no records.',
    torn && 'The last line is cut off and was left out.',
    tooLong > 0 && `${counted(tooLong, 'line')} left out: too long for a record.`,
    broken > 0 && `${counted(broken, 'line')} left out: no JSON object.`,
    dispositions.unknown > 0 &&
      `${counted(dispositions.unknown, 'record')} left out: no rule for ${unknownNames(stats)}.`,
  ].filter((note) => note !== false);
}

function unknownNames({ unknown }: TranslationStats): string {
  const names = [...unknown.keys()];
  const more = names.length - MOST_NAMED;
  const named = names.slice(0, MOST_NAMED).join(', ');
  return more > 0 ? `${named} and ${more} more` : named;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
