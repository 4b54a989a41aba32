/** At least so many are remembered that nobody might speak of again. */
const MOST_REMEMBERED = 4096;

/** Drops many at a time: to find the oldest of a map that lost its oldest before is a long search. */
export function dropOldest(remembered: Map<unknown, unknown>): void {
  if (remembered.size < 2 * MOST_REMEMBERED) return;
  for (const key of remembered.keys()) {
    if (remembered.size === MOST_REMEMBERED) return;
    remembered.delete(key);
  }
}
