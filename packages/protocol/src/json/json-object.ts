import { z } from 'zod';

export type JsonObject = Record<string, unknown>;

/** True for what JSON calls an object: not an array, not null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * An object of any content, taken as it is. `z.record` would walk and copy it, drop a `__proto__`
 * key on the way, and so change what an agent wrote.
 */
export const jsonObject = z
  .custom<JsonObject>(isJsonObject, 'expected an object')
  .meta({ type: 'object' });
