import { isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';
import { objectAt } from '../../interpret/json-fields.js';
import { typePlace } from '../type-place.js';

/** A running total of tokens that is parsed only when it is needed. */
export interface UnreadCount {
  /** The two figures of the total that never shrink while a process goes on. */
  readonly total: { readonly input_tokens: number; readonly output_tokens: number };
  /** The payload of the record. */
  readonly read: () => JsonObject;
}

const OPENS =
  '"type":"event_msg","payload":{"type":"token_count","info":{"total_token_usage":{"input_tokens":';
const CLOSES = '}}';
const INPUT = '"input_tokens":';
const OUTPUT = '"output_tokens":';
/** As many digits as a figure can have. */
const LONGEST_FIGURE = 20;

/** Whether a line is a running total, spelt as Codex spells it; others are parsed like any record. */
export function isCountLine(line: string): boolean {
  return line.startsWith(OPENS, typePlace(line)) && line.endsWith(CLOSES);
}

/** The count that such a line is. The first of its figures are those of the total. */
export function readCountLine(line: string): UnreadCount {
  const total = { input_tokens: figureIn(line, INPUT), output_tokens: figureIn(line, OUTPUT) };
  return { total, read: () => payloadOf(line) };
}

function figureIn(line: string, name: string): number {
  const at = line.indexOf(name) + name.length;
  return Number.parseInt(line.slice(at, at + LONGEST_FIGURE), 10);
}

function payloadOf(line: string): JsonObject {
  const parsed = parseJson(line);
  const record = parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
  return objectAt(record, 'payload') ?? {};
}
