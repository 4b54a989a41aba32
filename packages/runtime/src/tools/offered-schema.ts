import { isJsonObject, type JsonObject } from '@dragoman/protocol';

/**
 * The schema of a tool's input as an agent is shown it: that of one object. Models take no alternatives
 * at the top of one, and Claude Code leaves out a tool that has some. There the fields of all of them
 * are optional fields of one object, and what is required in each is. The caller knows the exact schema.
 */
export function offeredSchema(schema: JsonObject): JsonObject & { type: 'object' } {
  const { anyOf, oneOf, allOf, ...rest } = schema;
  const resolve = (part: unknown): JsonObject[] => resolved(part, schema);
  const alternatives = [anyOf, oneOf].filter(Array.isArray).map((list) => list.flatMap(resolve));
  const parts = Array.isArray(allOf) ? allOf.flatMap(resolve) : [];
  if (alternatives.length === 0 && parts.length === 0) return { ...rest, type: 'object' };
  const all = [rest, ...parts, ...alternatives.flat()];
  const required = [
    ...[rest, ...parts].flatMap(requiredIn),
    ...alternatives.flatMap((list) =>
      list
        .flatMap(requiredIn)
        .filter((name) => list.every((one) => requiredIn(one).includes(name))),
    ),
  ];
  return {
    ...rest,
    type: 'object',
    properties: merged(all.map(propertiesIn)),
    required: [...new Set(required)],
  };
}

/** A part, or what it refers to in the same schema. */
function resolved(part: unknown, schema: JsonObject): JsonObject[] {
  if (!isJsonObject(part)) return [];
  const { $ref } = part;
  if (typeof $ref !== 'string') return [offeredSchema({ ...part, $defs: schema.$defs })];
  const [, name = ''] = /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec($ref) ?? [];
  const definitions = schema.$defs ?? schema.definitions;
  const found = isJsonObject(definitions) ? definitions[name] : undefined;
  return isJsonObject(found) ? [found] : [];
}

function requiredIn({ required }: JsonObject): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

function propertiesIn({ properties }: JsonObject): JsonObject {
  return isJsonObject(properties) ? properties : {};
}

/** Fields of the same name that differ may be one or the other. */
function merged(all: readonly JsonObject[]): JsonObject {
  const kinds = new Map<string, Map<string, unknown>>();
  for (const [name, kind] of all.flatMap(Object.entries)) {
    kinds.set(name, (kinds.get(name) ?? new Map()).set(JSON.stringify(kind), kind));
  }
  return Object.fromEntries(
    [...kinds].map(([name, found]) => {
      const [only, ...others] = found.values();
      return [name, others.length === 0 ? only : { anyOf: [only, ...others] }];
    }),
  );
}
