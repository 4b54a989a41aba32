import { isJsonObject } from '@dragoman/protocol';
import { nearestName } from '@dragoman/protocol/internal';
import { z } from 'zod';

type Union<Schema extends z.ZodType> = z.ZodType<z.output<Schema>, z.input<Schema>>;

/**
 * A schema that is one of several; the value has the name of its schema as a key:
 * `{ say: … }` or `{ run: … }`. Unlike a plain union it reports only what is wrong with the variant
 * that was meant.
 */
export function oneOf<Schema extends z.ZodType>(
  what: string,
  variants: Readonly<Record<string, Schema>>,
): Union<Schema> {
  const names = Object.keys(variants);
  return chosen((value) => {
    const present = names.filter((name) => isJsonObject(value) && Object.hasOwn(value, name));
    const [only] = present.length === 1 ? present : [];
    const variant = only === undefined ? undefined : variants[only];
    return (
      variant ??
      `${what} has one of the keys ${names.join(', ')}; this ${found(value, names, present)}`
    );
  });
}

/** A schema picked by looking at the value; a string instead of one says what is wrong. */
export function chosen<Schema extends z.ZodType>(
  pick: (value: unknown) => Schema | string,
): Union<Schema> {
  return z.custom<z.input<Schema>>().transform((value, context): z.output<Schema> => {
    const picked = pick(value);
    if (typeof picked === 'string') {
      context.addIssue({ code: 'custom', message: picked });
      return z.NEVER;
    }
    const parsed = z.safeParse(picked, value);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues) {
      const { path, message } = issue;
      context.addIssue({ code: 'custom', path, message, params: unknownKeyOf(issue) });
    }
    return z.NEVER;
  });
}

/** The unknown key of a strict object, kept with the message to find its position. */
export function unknownKeyOf(issue: z.core.$ZodIssue): { unknownKey?: string } {
  if (issue.code === 'unrecognized_keys') return { unknownKey: issue.keys[0] ?? '' };
  const key: unknown = issue.code === 'custom' ? issue.params?.unknownKey : undefined;
  return typeof key === 'string' ? { unknownKey: key } : {};
}

function found(value: unknown, names: readonly string[], present: readonly string[]): string {
  if (present.length > 1) return `has ${present.join(' and ')}`;
  if (!isJsonObject(value)) return `is ${value === null ? 'null' : typeof value}`;
  const keys = Object.keys(value);
  const [meant] = keys.flatMap((key) => nearestName(key, names) ?? []);
  const hint = meant === undefined ? '' : `; did you mean "${meant}"?`;
  return `has ${keys.join(', ') || 'none'}${hint}`;
}
