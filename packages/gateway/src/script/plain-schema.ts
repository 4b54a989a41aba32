import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import { readPath } from '../json/read-path.js';

export interface SchemaReading {
  /** What references are resolved in. */
  readonly root: unknown;
  /** How many more schemas are looked at: a few lines can lead around without end. */
  left: number;
}

/**
 * A JSON schema as one object: its references resolved, `allOf` and the first of `anyOf` or `oneOf`
 * put into it. `undefined` for what is no schema, leads nowhere or around without end.
 */
export function plainSchema(schema: unknown, reading: SchemaReading): JsonObject | undefined {
  reading.left -= 1;
  if (!isJsonObject(schema) || reading.left < 0) return undefined;
  const { $ref, allOf, anyOf, oneOf, ...own } = schema;
  const [first] = asList(anyOf ?? oneOf);
  const parts = [
    ...(typeof $ref === 'string' ? [resolve($ref, reading.root)] : []),
    ...asList(allOf),
    ...(first === undefined ? [] : [first]),
  ];
  return parts
    .map((part) => plainSchema(part, reading) ?? {})
    .reduce((whole, part) => merge(part, whole), own);
}

/** What a reference within the same document (`#/$defs/title`) stands for. */
function resolve(reference: string, root: unknown): unknown {
  if (!reference.startsWith('#')) return undefined;
  const keys = reference.slice(1).split('/').slice(1);
  return readPath(root, ...keys.map(plainKey));
}

function plainKey(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Both schemas in one; where they say different things, what the second says holds. */
function merge(first: JsonObject, second: JsonObject): JsonObject {
  const properties = { ...asObject(first.properties), ...asObject(second.properties) };
  return {
    ...first,
    ...second,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    required: [...asList(first.required), ...asList(second.required)],
  };
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function asObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
