import { readPath } from './read-path.js';

/** A token counter in foreign JSON: a finite number of at least zero, else `undefined`. */
export function readCount(value: unknown, ...keys: string[]): number | undefined {
  const count = readPath(value, ...keys);
  return typeof count === 'number' && Number.isFinite(count) && count >= 0 ? count : undefined;
}

/** The counters of a table of key chains that are present. */
export function readCounts(
  value: unknown,
  table: Readonly<Record<string, readonly string[]>>,
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [name, keys] of Object.entries(table)) {
    const count = readCount(value, ...keys);
    if (count !== undefined) counts[name] = count;
  }
  return counts;
}
