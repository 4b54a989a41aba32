import { DragomanError, errorMessage } from '../errors.js';
import { type DragomanEvent, isEventType, type LooseEvent } from '../event/dragoman-event.js';
import { type ParsedEvent, parseEvent } from '../event/parse-event.js';
import { escapeControls } from '../json/escape-controls.js';
import { isPlainJson } from '../json/is-plain-json.js';
import { isJsonObject, type JsonObject, parseJson } from '../json/parse-json.js';
import { writeJson } from '../json/write-json.js';

/**
 * One event as one line: `type` first, a single `\n` at the end and none before it. Half characters
 * (lone surrogates) are written as escapes, so the line is always valid UTF-8; so are control characters,
 * so that a terminal may print it.
 *
 * What it gives back decodes to an event again: it has been made sure of. An event that cannot
 * be written so, because a field is wrong (`invalid_event`) or holds what JSON has no word for
 * (`event_not_json`), is refused with an error. How long a line may be is the reader's affair.
 */
export function encodeEvent(event: DragomanEvent): string {
  return `${writeChecked(event)}\n`;
}

/**
 * The same without the newline, for an event that may be of a type only its reader knows, of which nothing
 * is checked but that JSON can express it.
 */
export function writeLooseEvent(event: LooseEvent): string {
  return isEventType(event.type) ? writeChecked(event) : writeEvent(event).text;
}

function writeChecked(event: unknown): string {
  const { text, fields } = writeEvent(event);
  // What isn't plain data may have been written as something else.
  const parsed = isPlainJson(fields) ? parseEvent(fields) : readBack(text);
  if (parsed.ok) return text;
  throw new DragomanError('invalid_event', `Cannot write an event: ${complaint(parsed)}.`);
}

interface WrittenEvent {
  readonly text: string;
  /** What was written. */
  readonly fields: unknown;
}

const TYPE_FIRST = '{"type":';

function writeEvent(event: unknown): WrittenEvent {
  if (!isJsonObject(event)) return { text: 'null', fields: null };
  const fields = readFields(event);
  if (typeof fields.toJSON === 'function') {
    throw new DragomanError('event_not_json', 'Cannot write an event that has a toJSON.');
  }
  const text = escapeControls(stringify(fields, fields.type));
  return { text: text.startsWith(TYPE_FIRST) ? text : writeTypeFirst(fields), fields };
}

/** For an event without a type, or with a key that is a number: objects list those first. */
function writeTypeFirst({ type, ...others }: JsonObject): string {
  const body = escapeControls(stringify(others, type));
  const head = `${TYPE_FIRST}${escapeControls(stringify(type ?? null, type))}`;
  return body === '{}' ? `${head}}` : `${head},${body.slice(1)}`;
}

/** A copy, `type` first. */
function readFields(event: JsonObject): JsonObject {
  try {
    const { type, ...others } = event;
    return { type, ...others };
  } catch (cause) {
    throw new DragomanError(
      'event_not_json',
      `Cannot write an event: reading its fields failed (${errorMessage(cause)}).`,
      { cause },
    );
  }
}

function stringify(value: unknown, type: unknown): string {
  try {
    // Of a function, or nothing at all, it makes no text.
    return JSON.stringify(value) ?? 'null';
  } catch {
    // Nested too deep for JSON.stringify, which is recursive; or a value JSON has no word for.
    return stringifyStrictly(value, type);
  }
}

function stringifyStrictly(value: unknown, type: unknown): string {
  try {
    return writeJson(value, { strict: true });
  } catch (error) {
    throw new DragomanError(
      'event_not_json',
      // Written as JSON: a type that is no text may not be made one without an error either.
      `Cannot write an event of type ${writeJson(type)}: ${errorMessage(error)} Events carry plain data only.`,
      { cause: error },
    );
  }
}

function readBack(text: string): ParsedEvent {
  const json = parseJson(text);
  return parseEvent(json.ok ? json.value : undefined);
}

function complaint(refusal: Exclude<ParsedEvent, { ok: true }>): string {
  switch (refusal.reason) {
    case 'not_object':
      return 'it is no object';
    case 'unknown_type':
      return `its type is ${writeJson(refusal.value.type)}, which is no type of this language`;
    case 'invalid':
      return `a ${String(refusal.value.type)} event has a wrong field (${refusal.issues.join('; ')})`;
  }
}
