import { InvalidArgumentError } from 'commander';
import { parseDuration } from '../commands/exec/parse-duration.js';

const DAY = /^\d{4}-\d\d-\d\d$/;
const YEAR = /^\d{4}$/;
/** Days by their name, and how many of them ago they were. */
const NAMED_DAYS = new Map([
  ['today', 0],
  ['yesterday', 1],
]);

/** A duration before now, or the beginning of a date. In milliseconds since 1970. */
export function since(text: string): number {
  return pointInTime(text, 0);
}

/** A duration before now, or the end of a date. */
export function until(text: string): number {
  return pointInTime(text, 1);
}

function pointInTime(text: string, moreDays: number): number {
  const ago = NAMED_DAYS.get(text);
  if (ago !== undefined) {
    const day = new Date();
    day.setHours(0, 0, 0, 0);
    day.setDate(day.getDate() - ago + moreDays);
    return day.getTime();
  }
  const duration = parseDuration(text, Date.now());
  if (typeof duration === 'number' && !YEAR.test(text)) return Date.now() - duration;
  const date = new Date(DAY.test(text) ? `${text}T00:00:00` : text);
  if (Number.isNaN(date.getTime())) {
    throw new InvalidArgumentError(
      'Give a duration such as 7d or 12h, a date such as 2026-01-31, today or yesterday.',
    );
  }
  if (DAY.test(text)) date.setDate(date.getDate() + moreDays);
  return date.getTime();
}
