import { DragomanError } from '../dragoman-error.js';
import type { DragomanEvent } from '../event/dragoman-event.js';
import { writeJson } from '../json/write-json.js';

// Legal inside a JSON string, but many line readers take them for the end of a line.
const otherLineBreaks = /[\u0085\u2028\u2029]/g;

/**
 * One event as one line: `type` first, a single `\n` at the end and none before it. Half characters
 * (lone surrogates) are written as escapes, so the line is always valid UTF-8.
 */
export function encodeEvent(event: DragomanEvent): string {
  const { type, ...fields } = event;
  const body = stringify(fields, type).replace(otherLineBreaks, escapeCodeUnit);
  const head = `{"type":${JSON.stringify(type)}`;
  return body === '{}' ? `${head}}\n` : `${head},${body.slice(1)}\n`;
}

function stringify(fields: object, type: string): string {
  try {
    return JSON.stringify(fields);
  } catch (error) {
    // Nested too deep for JSON.stringify, which is recursive.
    if (error instanceof RangeError) return writeJson(fields);
    throw new DragomanError(
      'event_not_json',
      `A ${type} event holds a value that JSON cannot express (a cycle or a bigint); events carry plain data only.`,
      { cause: error },
    );
  }
}

function escapeCodeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
