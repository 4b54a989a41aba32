/** The two sorts of records that tell of one thing. */
export type Teller = 'item' | 'response';

/** True for the other record of what was told already in this turn. */
export function isToldTwice(
  key: string,
  by: Teller,
  { toldIds }: { readonly toldIds: Map<string, Teller> },
): boolean {
  const teller = toldIds.get(key);
  if (teller !== undefined && teller !== by) return toldIds.delete(key);
  toldIds.set(key, by);
  return false;
}
