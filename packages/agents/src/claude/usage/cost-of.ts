/** The smallest part of a dollar that is told; what lies below comes from adding. */
const PARTS = 1e9;

/** Far above any real figure, and small enough that no sum of its parts overflows. */
const MOST_DOLLARS = 1e12;

/** What something cost, where a total is told that goes on. What nobody can have spent is none. */
export function costOf(total: number | undefined, before: number): number | undefined {
  if (total === undefined || total < 0 || total > MOST_DOLLARS) return undefined;
  return Math.round(Math.max(0, total - before) * PARTS) / PARTS;
}
