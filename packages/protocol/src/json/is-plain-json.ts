/** Deeper data is rare, and whoever asks has another way for it. */
const MOST_DEPTH = 100;

/**
 * True for a value that is the same once it was written as JSON and read again: it has only what JSON has
 * words for, and nothing in it writes itself. False also for data nested very deep. Far cheaper than to
 * write and read it, because no text is copied.
 */
export function isPlainJson(value: unknown, depth = 0): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object' || depth > MOST_DEPTH || 'toJSON' in value) return false;
  return Array.isArray(value) ? isPlainList(value, depth) : isPlainObject(value, depth);
}

function isPlainList(list: readonly unknown[], depth: number): boolean {
  if (Object.getPrototypeOf(list) !== Array.prototype) return false;
  // Not `every`, which skips holes: they are written as `null`.
  for (const item of list) if (!isPlainJson(item, depth + 1)) return false;
  return true;
}

function isPlainObject(object: object, depth: number): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && prototype !== null) return false;
  for (const member of Object.values(object)) if (!isPlainJson(member, depth + 1)) return false;
  return true;
}
