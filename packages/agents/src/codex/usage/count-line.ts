import { isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';
import { objectAt } from '../../interpret/json-fields.js';
import { typePosition } from '../type-position.js';

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
const OUTPUT = '"output_tokens":';
const ZERO = 0x30;
const NINE = 0x39;

/** Whether a line is a running total, spelt as Codex spells it; others are parsed like any record. */
export function isCountLine(line: string, place = typePosition(line)): boolean {
  return line.startsWith(OPENS, place) && line.endsWith(CLOSES);
}

/** The count that such a line is. The first of its figures are those of the total. */
export function readCountLine(line: string, place = typePosition(line)): UnreadCount {
  const from = place + OPENS.length;
  const total = {
    input_tokens: figureAt(line, from),
    output_tokens: figureAt(line, line.indexOf(OUTPUT, from) + OUTPUT.length),
  };
  return { total, read: () => payloadOf(line) };
}

function figureAt(line: string, from: number): number {
  let figure = 0;
  for (let at = from; ; at += 1) {
    const digit = line.charCodeAt(at);
    if (!(digit >= ZERO && digit <= NINE)) return figure;
    figure = figure * 10 + (digit - ZERO);
  }
}

function payloadOf(line: string): JsonObject {
  const parsed = parseJson(line);
  const record = parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
  return objectAt(record, 'payload') ?? {};
}
