import type { z } from 'zod';
import { isJsonObject, type JsonObject } from '../json/parse-json.js';
import { type DragomanEvent, eventSchemas, isEventType } from './dragoman-event.js';

export type ParsedEvent =
  | { readonly ok: true; readonly event: DragomanEvent }
  | { readonly ok: false; readonly reason: 'not_object' }
  | { readonly ok: false; readonly reason: 'unknown_type'; readonly value: JsonObject }
  | {
      readonly ok: false;
      readonly reason: 'invalid';
      readonly value: JsonObject;
      readonly issues: readonly string[];
    };

const MOST_ISSUES_REPORTED = 5;

/**
 * Validates a value as an event. The event is the value itself, not a copy: fields this version
 * doesn't know, and their order, stay as they were.
 */
export function parseEvent(value: unknown): ParsedEvent {
  if (!isJsonObject(value)) return { ok: false, reason: 'not_object' };
  const type = Object.hasOwn(value, 'type') ? value.type : undefined;
  if (!isEventType(type)) return { ok: false, reason: 'unknown_type', value };
  const checked = eventSchemas[type].safeParse(value);
  if (!checked.success) {
    return { ok: false, reason: 'invalid', value, issues: describeIssues(checked.error) };
  }
  // The schema has just said so; it transforms nothing, so its input is its output.
  return { ok: true, event: value as DragomanEvent };
}

function describeIssues(error: z.ZodError): string[] {
  return error.issues
    .slice(0, MOST_ISSUES_REPORTED)
    .map((issue) => `${issue.path.map(String).join('.') || 'event'}: ${issue.message}`);
}
