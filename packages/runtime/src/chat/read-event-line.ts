import {
  isJsonObject,
  type JsonObject,
  type LooseEvent,
  parseEvent,
  parseJson,
} from '@dragoman/protocol';

/**
 * A line that a program or somebody's own mapper wrote. An object with a type that this version of
 * the language doesn't know passes as it is; what is no event at all becomes `raw`.
 */
export function readEventLine(line: string): LooseEvent {
  const json = parseJson(line);
  if (!json.ok) return { type: 'raw', native: line.replace(/\r?\n$/, ''), reason: 'not JSON' };
  const parsed = parseEvent(json.value);
  if (parsed.ok) return parsed.event;
  if (isTyped(json.value) && parsed.reason === 'unknown_type') return json.value;
  return { type: 'raw', native: json.value, reason: `no event: ${parsed.reason}` };
}

function isTyped(value: unknown): value is JsonObject & { readonly type: string } {
  return isJsonObject(value) && typeof value.type === 'string';
}
