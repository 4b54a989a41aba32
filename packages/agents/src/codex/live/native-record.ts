import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import { nativeName, objectAt, textAt } from '../../interpret/json-fields.js';

/** A record by its native name, with the part of it that a rule reads. */
interface NativeRecord {
  readonly native: string;
  readonly body: JsonObject;
}

const ITEM_PHASES: ReadonlySet<string> = new Set([
  'item.started',
  'item.updated',
  'item.completed',
]);
const NO_ITEM: JsonObject = {};

/** Finds out what sort of record this is, in any era of the stream. */
export function readNative(record: JsonObject): NativeRecord {
  const found = textAt(record, 'type') === undefined ? readUntyped(record) : readTyped(record);
  return { native: nativeName(found.native), body: found.body };
}

function readTyped(record: JsonObject): NativeRecord {
  const type = textAt(record, 'type') ?? '';
  if (!ITEM_PHASES.has(type)) return { native: type, body: record };
  const item = readItem(objectAt(record, 'item'));
  return { native: `${type}/${textAt(item, 'type') ?? ''}`, body: item };
}

/** Up to 0.42 records have no type: two lines of preface, then wrapped events. */
function readUntyped(record: JsonObject): NativeRecord {
  const message = objectAt(record, 'msg');
  if (message !== undefined) {
    return { native: `msg/${textAt(message, 'type') ?? ''}`, body: message };
  }
  if (textAt(record, 'model') !== undefined && textAt(record, 'sandbox') !== undefined) {
    return { native: 'header', body: record };
  }
  if (textAt(record, 'prompt') !== undefined) return { native: 'prompt', body: record };
  return { native: 'untyped', body: record };
}

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
