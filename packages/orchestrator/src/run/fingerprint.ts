import { createHash } from 'node:crypto';
import { type JsonObject, writeJson } from '@dragoman/protocol';

/** What a task is asked to do, as a hash: the same for the same input in whatever order it is given. */
export function fingerprint(input: JsonObject): string {
  return createHash('sha256').update(canonicalJson(input), 'utf8').digest('hex');
}

/** The names of the fields in which two inputs differ. */
export function differingFields(one: JsonObject, other: JsonObject): readonly string[] {
  const names = new Set([...Object.keys(withoutNulls(one)), ...Object.keys(withoutNulls(other))]);
  return [...names].filter((name) => written(one[name]) !== written(other[name])).sort();
}

function canonicalJson(input: JsonObject): string {
  return writeJson(withoutNulls(input), { sortKeys: true, strict: true });
}

function written(value: unknown): string {
  return value === undefined || value === null ? '' : writeJson(value, { sortKeys: true });
}

/** A field that is null asks for nothing, as one that isn't there. Inside a field it may mean something. */
function withoutNulls(input: JsonObject): JsonObject {
  const entries = Object.entries(input);
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined));
}
