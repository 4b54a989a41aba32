/** The smallest part of a dollar that is told; what lies below comes from adding. */
const PARTS = 1e9;

/** What something cost, where a total is told that goes on. */
export function costOf(total: number | undefined, before: number): number | undefined {
  if (total === undefined || total < 0) return undefined;
  return Math.round(Math.max(0, total - before) * PARTS) / PARTS;
}
