import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import { objectAt, textAt } from '../../interpret/json-fields.js';

const NO_ITEM: JsonObject = {};

/**
 * One shape for an item of any version: its fields beside `id` and `type`. That is how Codex prints
 * them from 0.44 on; 0.42 wrote `item_type` for `type`, and descriptions of the format have the
 * fields in `details`, with the type among them or around them (`{"AgentMessage":{"text":…}}`).
 */
export function readItem(item: JsonObject | undefined): JsonObject {
  if (item === undefined) return NO_ITEM;
  const details = objectAt(item, 'details');
  if (details !== undefined) return unnest(item, details);
  const type = textAt(item, 'type') ?? textAt(item, 'item_type');
  return type === undefined || type === item.type ? item : { ...item, type };
}

function unnest(item: JsonObject, details: JsonObject): JsonObject {
  const { details: _, ...outer } = item;
  const type = textAt(details, 'type') ?? textAt(details, 'item_type');
  if (type !== undefined) return { ...outer, ...details, ...idOf(item), type };
  const [variant, ...others] = Object.keys(details);
  const fields = variant === undefined ? undefined : details[variant];
  if (variant === undefined || others.length > 0 || !isJsonObject(fields)) {
    return { ...outer, ...details, ...idOf(item) };
  }
  return { ...outer, ...fields, ...idOf(item), type: snakeCase(variant) };
}

function idOf(item: JsonObject): JsonObject {
  return item.id === undefined ? NO_ITEM : { id: item.id };
}

function snakeCase(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, '_$&').toLowerCase();
}
