/** An id begins with the time; with as much as this moments differ, so that most are of one length. */
const SHORTEST = 11;

/** How much of an id no other begins with, for each of them, as `sessions show` takes it. */
export function shortIds(ids: readonly string[]): ReadonlyMap<string, string> {
  const sorted = [...new Set(ids)].sort();
  const shared = sorted.map((id, index) => sharedLength(id, sorted[index + 1] ?? ''));
  return new Map(
    sorted.map((id, index) => {
      const needed = Math.max(shared[index - 1] ?? 0, shared[index] ?? 0) + 1;
      const length = Math.max(SHORTEST, needed);
      // Ending in a dash would look like a mistake.
      return [id, id.slice(0, id[length - 1] === '-' ? length + 1 : length)];
    }),
  );
}

function sharedLength(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length;
}
