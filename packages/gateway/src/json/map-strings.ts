/** Where a string is in JSON: the keys that lead to it, outermost first. */
export type StringPath = readonly string[];

/** The same JSON with every string value (not the keys) replaced by what `replace` makes of it, in reading order. */
export function mapStrings(
  value: unknown,
  replace: (text: string, path: StringPath) => string,
  path: StringPath = [],
): unknown {
  if (typeof value === 'string') return replace(value, path);
  if (Array.isArray(value)) {
    return value.map((item, index) => mapStrings(item, replace, [...path, String(index)]));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapStrings(item, replace, [...path, key])]),
  );
}
