import type { JsonObject } from '@dragoman/protocol';
import { objectAt, textAt } from '../../interpret/json-fields.js';

/**
 * What sort of record this is, as far as finding one's way in a file needs it: `turn_context`,
 * `event_msg/item_completed/FileChange`, `response_item/message/user`. The bare records of the first
 * era are called what they would be called later.
 */
export function recordKind(record: JsonObject): string {
  const type = textAt(record, 'type');
  const payload = objectAt(record, 'payload');
  if (payload === undefined) return type === undefined ? 'bare' : itemKind('response_item', record);
  return itemKind(type ?? '', payload);
}

function itemKind(type: string, payload: JsonObject): string {
  const inner = textAt(payload, 'type');
  if (inner === undefined) return type;
  const detail = detailOf(inner, payload);
  return detail === undefined ? `${type}/${inner}` : `${type}/${inner}/${detail}`;
}

function detailOf(inner: string, payload: JsonObject): string | undefined {
  if (inner === 'message') return textAt(payload, 'role');
  if (inner === 'item_completed') return textAt(objectAt(payload, 'item'), 'type');
  return undefined;
}
