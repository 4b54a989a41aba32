import { isObject } from './is-object.js';

const MAX_DEPTH = 16;

/**
 * The smallest value that fits a JSON schema, with `text` wherever a free string is asked for. For
 * calls that want their answer as JSON, such as titles and checks.
 */
export function answerForSchema(schema: unknown, text: string, depth = 0): unknown {
  if (!isObject(schema) || depth > MAX_DEPTH) return null;
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(alternatives)) return answerForSchema(alternatives[0], text, depth + 1);
  const type = String(Array.isArray(schema.type) ? schema.type[0] : schema.type).toLowerCase();
  return PLAIN_VALUES[type] ?? composite(type, schema, text, depth);
}

/** Gemini writes types in capitals. */
const PLAIN_VALUES: Readonly<Record<string, unknown>> = {
  boolean: false,
  number: 0,
  integer: 0,
  array: [],
};

function composite(
  type: string,
  schema: Readonly<Record<string, unknown>>,
  text: string,
  depth: number,
): unknown {
  if (type === 'string') return text;
  if (type !== 'object' || !isObject(schema.properties)) return type === 'object' ? {} : null;
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.fromEntries(
    Object.entries(schema.properties)
      .filter(([name]) => required.includes(name))
      .map(([name, property]) => [name, answerForSchema(property, text, depth + 1)]),
  );
}
