/** The two sorts of records that tell of one thing. */
export type RecordSource = 'item' | 'response';

/** True for the other record of what was told already in this turn. */
export function isEmittedTwice(
  key: string,
  by: RecordSource,
  { emittedIds }: { readonly emittedIds: Map<string, RecordSource> },
): boolean {
  const emitter = emittedIds.get(key);
  if (emitter !== undefined && emitter !== by) return emittedIds.delete(key);
  emittedIds.set(key, by);
  return false;
}
