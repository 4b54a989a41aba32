import { isJsonObject, type JsonObject } from '../json/json-object.js';

/** A JSON Schema as a short type in the words of the page: `string`, `"a" or "b"`, `{ path: string }[]`. */
export function typeText(schema: unknown): string {
  return alternativesOf(schema).join(' or ');
}

function alternativesOf(schema: unknown): string[] {
  if (!isJsonObject(schema)) return ['any'];
  if ('const' in schema) return [JSON.stringify(schema.const)];
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value));
  const variants = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(variants)) return variants.flatMap(alternativesOf);
  if (Array.isArray(schema.type)) return schema.type.map(String);
  return [plainType(schema)];
}

function plainType(schema: JsonObject): string {
  if (schema.type === 'array') return arrayText(alternativesOf(schema.items));
  if (schema.type === 'object' && isJsonObject(schema.properties)) {
    return objectText(schema.properties, schema.required);
  }
  return typeof schema.type === 'string' ? schema.type : 'any';
}

function arrayText(items: readonly string[]): string {
  return items.length === 1 ? `${items[0]}[]` : `(${items.join(' or ')})[]`;
}

function objectText(properties: JsonObject, required: unknown): string {
  const names = Array.isArray(required) ? required : [];
  const members = Object.entries(properties).map(
    ([name, member]) => `${name}${names.includes(name) ? '' : '?'}: ${typeText(member)}`,
  );
  return `{ ${members.join(', ')} }`;
}
