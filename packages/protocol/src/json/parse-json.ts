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

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: Error };

/**
 * The one door through which JSON from outside comes in. Never throws, whatever the text is; the
 * value stays `unknown` until a schema has looked at it.
 */
export function parseJson(text: string): ParsedJson {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error : new Error(String(error)) };
  }
}
