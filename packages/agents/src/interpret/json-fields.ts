import { isJsonObject, type JsonObject } from '@dragoman/protocol';

// Agents change the shapes of their records from version to version, so a field is only believed
// when it has the type that is looked for. What isn't there is undefined, never a guess.

const LONGEST_NAME = 100;

/** A value that is text. Where every record is read, `asText(record.type)` is faster than `textAt`. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A member that is text. */
export function textAt(record: JsonObject | undefined, key: string): string | undefined {
  return asText(record?.[key]);
}

/** A member that is a finite number. */
export function numberAt(record: JsonObject | undefined, key: string): number | undefined {
  const value = record?.[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** A member that is true or false. */
export function flagAt(record: JsonObject | undefined, key: string): boolean | undefined {
  const value = record?.[key];
  return typeof value === 'boolean' ? value : undefined;
}

/** A member that is an object. */
export function objectAt(record: JsonObject | undefined, key: string): JsonObject | undefined {
  const value = record?.[key];
  return isJsonObject(value) ? value : undefined;
}

/** The entries of a member that is a list; none when it isn't. */
export function listAt(record: JsonObject | undefined, key: string): readonly unknown[] {
  const value = record?.[key];
  return Array.isArray(value) ? value : [];
}

/** The entries of a list that are objects. */
export function objectsAt(record: JsonObject | undefined, key: string): readonly JsonObject[] {
  return listAt(record, key).filter(isJsonObject);
}

/** A member that is a list of nothing but text. */
export function textsAt(
  record: JsonObject | undefined,
  key: string,
): readonly string[] | undefined {
  const value = record?.[key];
  if (!Array.isArray(value)) return undefined;
  return value.every((entry) => typeof entry === 'string') ? value : undefined;
}

type Given<Members> = { [Name in keyof Members]?: Members[Name] & (NonNullable<unknown> | null) };

/** The members that are there. */
export function given<Members extends object>(members: Members): Given<Members> {
  const there: Given<Members> = {};
  for (const name in members) {
    const value = members[name];
    if (value !== undefined) there[name] = value;
  }
  return there;
}

/**
 * What a sort of record is called. Names are kept, counted and shown, and a name is whatever the
 * record says it is: one from a broken file must not be as long as the file.
 */
export function nativeName(said: string): string {
  return said.length > LONGEST_NAME ? `${said.slice(0, LONGEST_NAME)}…` : said;
}
