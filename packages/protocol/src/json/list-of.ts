import { z } from 'zod';

/** How many items there may be. */
export interface ListBounds {
  readonly fewest?: number;
  readonly most?: number;
}

/**
 * A list of items, as `z.array` but for one thing: its check stops at the first wrong item. What comes from
 * outside may hold millions of them, and an issue for each would take minutes and gigabytes.
 */
export function listOf<Item extends z.ZodType>(item: Item, { fewest = 0, most }: ListBounds = {}) {
  let list = z.array(item);
  if (fewest > 0) list = list.min(fewest);
  if (most !== undefined) list = list.max(most);
  return z.preprocess(
    (given) => (Array.isArray(given) ? upToFirstWrong(given, item) : given),
    list,
  );
}

/** As long as it has to be for the check to fail where the whole list would, with the same words. */
function upToFirstWrong(given: readonly unknown[], item: z.ZodType): readonly unknown[] {
  const wrong = given.findIndex((value) => !item.safeParse(value).success);
  return wrong === -1 ? given : given.slice(0, wrong + 1);
}
