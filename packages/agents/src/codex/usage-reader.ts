import { type JsonObject, parseJson } from '@dragoman/protocol';
import { asText, numberAt, objectAt, textAt } from '../interpret/json-fields.js';
import { createKeptBytes } from '../usage/kept-bytes.js';
import { timeOf } from '../usage/time-of.js';
import type { UsageReader, UsageSink } from '../usage/usage-format.js';
import {
  createUsageCounter,
  noUsageCounted,
  type UsageCounterState,
} from './saved/usage-counter.js';
import { recordKind } from './sessions/records.js';

const NEWLINE = 0x0a;
const COMMA = 0x2c;
const COLON = 0x3a;
const LETTER = { c: 0x63, e: 0x65, k: 0x6b, o: 0x6f, r: 0x72, s: 0x73, t: 0x74, u: 0x75, w: 0x77 };
/** `{"timestamp":"2026-01-01T00:00:00.000Z",` */
const TIME_BYTES = 40;
/** `"type":"` */
const TYPE_BYTES = 8;
/** `"type":"event_msg","payload":{"type":"` */
const EVENT_BYTES = 38;
const SOUGHT = ['"token_', '"turn_context"', '"session_meta"', '"user_message"'].map((text) =>
  Buffer.from(text),
);

interface ReaderState {
  id?: string | undefined;
  cwd?: string | undefined;
  /** The session whose records are read: a fork may begin with those of its parent. */
  owner?: string | undefined;
  turn?: string | undefined;
  model?: string | undefined;
  readonly counter: UsageCounterState;
}

/**
 * Reads what a session of Codex used: the growth of its running totals, and from 0.153 on the record of
 * each call. Where a fork repeats the records of its parent, the turn is still the parent's, so the
 * key of a count is its turn and its total.
 */
export function createCodexUsageReader(earlier?: unknown): UsageReader {
  const state: ReaderState = isState(earlier) ? earlier : { counter: noUsageCounted() };
  const counter = createUsageCounter(state.counter);
  // The last settings and the last other line, behind their times: up to 0.98 settings are repeated
  // with every call, and every second count is that of before.
  const settings = createKeptBytes();
  const count = createKeptBytes();

  const rules: Readonly<
    Record<string, (payload: JsonObject, time: number, sink: UsageSink) => void>
  > = {
    session_meta(payload) {
      const id = textAt(payload, 'id');
      counter.session(payload);
      state.id ??= id;
      state.cwd ??= textAt(payload, 'cwd');
      state.owner = id ?? state.owner;
    },
    turn_context(payload) {
      state.model = asText(payload.model) ?? state.model;
      state.cwd ??= asText(payload.cwd);
      state.turn = asText(payload.turn_id) ?? state.turn;
    },
    'event_msg/user_message': (payload) => counter.prompt(payload),
    'event_msg/token_count'(payload, time, sink) {
      counter.tokenCount(payload);
      const total = objectAt(objectAt(payload, 'info'), 'total_token_usage');
      const said = (name: string) => numberAt(total, name) ?? '';
      const totals = `${said('input_tokens')} ${said('cached_input_tokens')} ${said('output_tokens')}`;
      emit(`${state.turn ?? state.owner} ${totals}`, time, sink);
    },
    token_usage_record(payload, time, sink) {
      counter.usageRecord(payload);
      const { thread_id: thread, response_id: response } = payload;
      emit(`${asText(thread)} ${asText(response) ?? time}`, time, sink);
    },
  };

  const emit = (key: string, time: number, sink: UsageSink): void => {
    const figures = counter.takeTurn();
    if (figures === undefined || figures.total_tokens === 0) return;
    sink.call({ key: `codex ${key}`, time, model: state.model, figures });
  };

  return {
    findLines(run, show) {
      for (let start = 0; start < run.length; ) {
        const newline = run.indexOf(NEWLINE, start);
        const end = newline === -1 ? run.length : newline;
        if (mayCount(run, start, end) && !isRepeated(run, start, end)) show(start, end);
        start = end + 1;
      }
    },
    quickly: countAt,
    read(record, sink) {
      const payload = objectAt(record, 'payload');
      if (payload === undefined) return;
      const time = timeOf(asText(record.timestamp) ?? '');
      const kind = recordKind(record);
      if (Object.hasOwn(rules, kind)) rules[kind]?.(payload, time, sink);
    },
    session: () => ({ id: state.id, cwd: state.cwd }),
    state: () => state,
  };

  function isRepeated(run: Buffer, start: number, end: number): boolean {
    // A line that is shorter is none of those that repeat.
    const from = Math.min(start + TIME_BYTES, end);
    const last = run[from + TYPE_BYTES + 1] === LETTER.u ? settings : count;
    if (last.equals(run, from, end)) return true;
    last.keep(run, from, end);
    return false;
  }
}

/**
 * A count up to the figures of its call. Most lines that count are such, and what follows in them, as the limits
 * of an account, is as long again.
 */
const COUNT =
  /^\{"timestamp":"([^"\\]*)","type":"event_msg","payload":\{"type":"token_count","info":\{("total_token_usage":\{[^{}]*\},"last_token_usage":\{[^{}]*\}),/;

/** The record of a count, without what nobody asks for. Undefined for any other line. */
function countAt(line: string): JsonObject | undefined {
  const [, timestamp, figures] = COUNT.exec(line) ?? [];
  if (figures === undefined) return undefined;
  const info = parseJson(`{${figures}}`);
  if (!info.ok) return undefined;
  return { timestamp, type: 'event_msg', payload: { type: 'token_count', info: info.value } };
}

/**
 * Whether a line may be of a sort that counts. All versions since 0.32 begin a line with its time and
 * its type, so that most lines are ruled out by a few bytes; any other line is searched.
 */
function mayCount(run: Buffer, start: number, end: number): boolean {
  let at = start + TIME_BYTES;
  if (run[at - 1] !== COMMA) return holdsAny(run.subarray(start, end));
  if (run[at + 1] === LETTER.o) at = run.indexOf(COMMA, at) + 1;
  if (run[at + 1] !== LETTER.t || run[at + 6] !== COLON) {
    return holdsAny(run.subarray(start, end));
  }
  switch (run[at + TYPE_BYTES]) {
    // response_item, compacted, world_state
    case LETTER.r:
    case LETTER.c:
    case LETTER.w:
      return false;
    // event_msg: token_count, user_message
    case LETTER.e:
      return isCountingEvent(run[at + EVENT_BYTES], run[at + EVENT_BYTES + 1]);
    // turn_context, token_usage_record; session_meta: the record says what it is
    case LETTER.t:
    case LETTER.s:
      return true;
    default:
      return holdsAny(run.subarray(start, end));
  }
}

function isCountingEvent(first: number | undefined, second: number | undefined): boolean {
  return (first === LETTER.t && second === LETTER.o) || (first === LETTER.u && second === LETTER.s);
}

function holdsAny(line: Buffer): boolean {
  return SOUGHT.some((text) => line.includes(text));
}

function isState(value: unknown): value is ReaderState {
  return typeof value === 'object' && value !== null && 'counter' in value;
}
