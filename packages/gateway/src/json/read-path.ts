/** The value behind a chain of keys in foreign JSON; `undefined` as soon as a link is missing. */
export function readPath(value: unknown, ...keys: string[]): unknown {
  let current = value;
  for (const key of keys) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) {
      return undefined;
    }
    current = Reflect.get(current, key);
  }
  return current;
}

/** A token counter in foreign JSON: a finite number of at least zero, else `undefined`. */
function readCount(value: unknown, ...keys: string[]): number | undefined {
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
