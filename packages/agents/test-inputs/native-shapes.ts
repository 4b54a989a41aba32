import { isJsonObject, type JsonObject } from '@dragoman/protocol';

// Shapes hold the types of `native.ts` against recordings. The compiler keeps a shape complete: a
// field too many or too few, or one that is optional in the type only, doesn't compile.

type Kind = 'text' | 'number' | 'flag' | 'object' | 'list' | 'any';

/** What each field of a type holds; with a `?` where it may be missing. */
export type Shape<Type> = {
  readonly [Name in keyof Type]-?: object extends Pick<Type, Name> ? `${Kind}?` : Kind;
};

/** What a recorded record has that its shape doesn't, or the other way round. */
export function misfits(
  name: string,
  record: JsonObject,
  shape: Readonly<Record<string, string>>,
): string[] {
  const known = Object.entries(shape).flatMap(([field, expected]) => {
    const value = record[field];
    if (value === undefined) return expected.endsWith('?') ? [] : [`${name}.${field} is missing`];
    const kind = expected.replace('?', '');
    return kind === 'any' || kind === kindOf(value) ? [] : [`${name}.${field} is no ${kind}`];
  });
  const unknown = Object.keys(record).filter((field) => !Object.hasOwn(shape, field));
  return [...known, ...unknown.map((field) => `${name}.${field} is in no type`)];
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  if (isJsonObject(value)) return 'object';
  return typeof value === 'string' ? 'text' : typeof value === 'boolean' ? 'flag' : typeof value;
}
