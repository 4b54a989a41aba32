/** Behind `{"timestamp":"2026-01-01T23:19:10.441Z",`. */
const BEHIND_TIME = 40;
const TYPE = '"type":';
const ORDINAL = '"ordinal":';

/**
 * Where the type of a record stands in its line, in the spelling that Codex gives all its wrapped
 * records: behind the time and, from 0.150 on, the ordinal. -1 for any other.
 */
export function typePosition(line: string): number {
  if (line.startsWith(TYPE, BEHIND_TIME)) return BEHIND_TIME;
  if (!line.startsWith(ORDINAL, BEHIND_TIME)) return -1;
  const place = line.indexOf(',', BEHIND_TIME + ORDINAL.length) + 1;
  return line.startsWith(TYPE, place) ? place : -1;
}
