import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

const MOST_NAMES = 5;

/** Whose size something is. Numbers have none: they are it. */
const UNITS: Readonly<Record<string, string>> = {
  string: 'characters',
  array: 'entries',
  set: 'entries',
  map: 'entries',
  object: 'entries',
};

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: '`true` or `false`',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: '`null`',
};

/** What is wrong with a value, as a client reads it behind the name of its field. */
export function plainWords(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing';
      return `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'must not be empty';
      return bound(
        issue.origin,
        issue.inclusive === false ? 'more than' : 'at least',
        issue.minimum,
      );
    case 'too_big':
      return bound(
        issue.origin,
        issue.inclusive === false ? 'less than' : 'at most',
        issue.maximum,
      );
    case 'invalid_format':
      return `must be written as ${issue.format}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_value':
      return `must be ${oneOf(issue.values.map((value) => JSON.stringify(value) ?? String(value)))}`;
    case 'unrecognized_keys':
      return `there is no field ${named(issue.keys)}`;
    case 'invalid_key':
      return 'has a name that it must not have';
    default:
      return 'has none of the forms that are taken here';
  }
}

function bound(origin: string, than: string, amount: unknown): string {
  const unit = UNITS[origin];
  return unit === undefined ? `must be ${than} ${amount}` : `must have ${than} ${amount} ${unit}`;
}

function oneOf(values: readonly string[]): string {
  return values.length === 1 ? `${values[0]}` : `one of ${values.join(', ')}`;
}

function named(keys: readonly string[]): string {
  const shown = keys.slice(0, MOST_NAMES).map((key) => JSON.stringify(key));
  const more = keys.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` (and ${more} more)` : ''}`;
}
