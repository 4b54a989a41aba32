import type { JsonObject } from '@dragoman/protocol';
import { asList, asObject, plainSchema, type SchemaReading } from './plain-schema.js';

const MAX_SCHEMAS = 1000;
const MAX_DEPTH = 32;
const MAX_LENGTH = 10_000;

interface Asked extends SchemaReading {
  /** Stands wherever a free string is asked for. */
  readonly text: string;
}

/**
 * The smallest value that fits a JSON schema, with `text` wherever a free string is asked for. For
 * calls that want their answer as JSON, such as titles and checks. Patterns, formats and conditions
 * are not looked at.
 */
export function answerForSchema(schema: unknown, text: string): unknown {
  return valueFor(schema, { root: schema, text, left: MAX_SCHEMAS }, 0);
}

function valueFor(written: unknown, asked: Asked, depth: number): unknown {
  const schema = depth > MAX_DEPTH ? undefined : plainSchema(written, asked);
  if (schema === undefined) return null;
  if (Object.hasOwn(schema, 'const')) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0] ?? null;
  return VALUES.get(typeOf(schema))?.(schema, asked, depth) ?? null;
}

const VALUES: ReadonlyMap<string, (schema: JsonObject, asked: Asked, depth: number) => unknown> =
  new Map<string, (schema: JsonObject, asked: Asked, depth: number) => unknown>([
    ['boolean', () => false],
    ['number', numberFor],
    ['integer', (schema) => Math.ceil(numberFor(schema))],
    ['string', stringFor],
    ['array', arrayFor],
    ['object', objectFor],
  ]);

/** What a schema without a type is about shows in its other words. */
const IMPLIED_TYPES: readonly (readonly [word: string, type: string])[] = [
  ['properties', 'object'],
  ['items', 'array'],
  ['prefixItems', 'array'],
  ['minItems', 'array'],
  ['minimum', 'number'],
  ['minLength', 'string'],
];

function typeOf(schema: JsonObject): string {
  const [first] = [schema.type].flat();
  // Gemini writes types in capitals.
  if (typeof first === 'string') return first.toLowerCase();
  return IMPLIED_TYPES.find(([word]) => Object.hasOwn(schema, word))?.[1] ?? 'null';
}

/** Zero, or what is allowed next to it. */
function numberFor(schema: JsonObject): number {
  const lowest = Math.max(
    limit(schema.minimum, Number.NEGATIVE_INFINITY),
    limit(schema.exclusiveMinimum, Number.NEGATIVE_INFINITY) + 1,
  );
  const highest = Math.min(
    limit(schema.maximum, Number.POSITIVE_INFINITY),
    limit(schema.exclusiveMaximum, Number.POSITIVE_INFINITY) - 1,
  );
  return Math.max(lowest, Math.min(highest, 0));
}

function stringFor(schema: JsonObject, { text }: Asked): string {
  const longest = limit(schema.maxLength, Number.POSITIVE_INFINITY);
  const shortest = Math.min(limit(schema.minLength, 0), MAX_LENGTH);
  return Array.from(text).slice(0, longest).join('').padEnd(shortest, '.');
}

function arrayFor(schema: JsonObject, asked: Asked, depth: number): unknown[] {
  const first = asList(schema.prefixItems);
  const length = Math.min(limit(schema.minItems, 0), asked.left);
  return Array.from({ length: Math.max(0, length) }, (_, index) =>
    valueFor(first[index] ?? schema.items ?? {}, asked, depth + 1),
  );
}

function objectFor(schema: JsonObject, asked: Asked, depth: number): JsonObject {
  const properties = asObject(schema.properties);
  const required = new Set(asList(schema.required).filter((name) => typeof name === 'string'));
  return Object.fromEntries(
    [...required].map((name) => [
      name,
      valueFor(Object.hasOwn(properties, name) ? properties[name] : {}, asked, depth + 1),
    ]),
  );
}

/** A bound in a schema; Gemini writes some as strings. */
function limit(value: unknown, otherwise: number): number {
  if (typeof value !== 'number' && typeof value !== 'string') return otherwise;
  const number = Number(value);
  return Number.isFinite(number) ? number : otherwise;
}
