import { z } from 'zod';

/**
 * An array of items, as `z.array` but for one thing: its check stops at the first wrong item. A line
 * from outside may hold millions of them, and gathering an issue for each takes minutes.
 */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z
    .array(z.unknown())
    .superRefine((values, context) => {
      for (const [index, value] of values.entries()) {
        const [issue] = item.safeParse(value).error?.issues ?? [];
        if (issue === undefined) continue;
        context.addIssue({ ...issue, code: 'custom', path: [index, ...issue.path] });
        return;
      }
    })
    .pipe(z.array(item));
}
