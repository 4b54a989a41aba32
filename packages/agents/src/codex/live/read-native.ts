import type { JsonObject } from '@dragoman/protocol';
import { objectAt, textAt } from '../../interpret/json-fields.js';
import { nativeName } from '../../interpret/native-name.js';
import { readItem } from './read-item.js';

/** A record by its native name, with the part of it that a rule reads. */
export interface NativeRecord {
  readonly native: string;
  readonly body: JsonObject;
}

const ITEM_PHASES: ReadonlySet<string> = new Set([
  'item.started',
  'item.updated',
  'item.completed',
]);

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

/** Up to 0.42 the records had no type of their own: two lines of preface, then wrapped events. */
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
