/**
 * The same JSON with the keys of every object in alphabetical order. A value and not a text (for
 * which there is `writeJson`): a cassette is scrubbed and indented after this.
 */
export function canonicalJson<Value>(value: Value): Value;
export function canonicalJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => canonicalJson(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, item]) => [key, canonicalJson(item)]),
  );
}
