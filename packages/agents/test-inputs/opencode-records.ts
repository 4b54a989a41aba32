import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import type { Interpreter } from '../src/interpret/interpreter.js';

// Records as OpenCode writes them, for tests.

export const NOW = Date.parse('2026-01-01T00:00:00.000Z');
const TOKENS = {
  total: 1050,
  input: 400,
  output: 50,
  reasoning: 0,
  cache: { read: 600, write: 0 },
};

let parts = 0;

export const part = (type: string, more: JsonObject = {}): JsonObject => ({
  id: `prt_${(parts++).toString().padStart(6, '0')}`,
  sessionID: 'ses_a',
  messageID: 'msg_a',
  type,
  ...more,
});
export const time = { start: NOW, end: NOW + 5 };
export const text = (words: string, more: JsonObject = {}) =>
  part('text', { text: words, ...more });
export const thought = (words: string) => part('reasoning', { text: words, time });
export const stepStart = (messageID = 'msg_a') => part('step-start', { messageID });
export const stepFinish = (reason = 'stop', more: JsonObject = {}) =>
  part('step-finish', { reason, tokens: TOKENS, cost: 0.002, ...more });
export const tool = (name: string, state: JsonObject, callID = 'call_a') =>
  part('tool', { tool: name, callID, state });
export const completed = (input: JsonObject, output = '', metadata: JsonObject = {}) => ({
  status: 'completed',
  input,
  output,
  metadata,
  title: '',
  time,
});
export const failed = (input: JsonObject, error: string) => ({
  status: 'error',
  input,
  error,
  time,
});
export const apiError = (message: string) => ({ name: 'APIError', data: { message } });

const EVENT_TYPES: Readonly<Record<string, string>> = {
  text: 'text',
  reasoning: 'reasoning',
  tool: 'tool_use',
  'step-start': 'step_start',
  'step-finish': 'step_finish',
};

/** A part as `opencode run` prints it. */
export const printed = (native: JsonObject): JsonObject => ({
  type: EVENT_TYPES[String(native.type)] ?? '',
  timestamp: NOW,
  sessionID: 'ses_a',
  part: native,
});
export const printedError = (error: JsonObject): JsonObject => ({
  type: 'error',
  timestamp: NOW,
  sessionID: 'ses_a',
  error,
});

export const session = (more: JsonObject = {}): JsonObject => ({
  id: 'ses_a',
  version: '1.18.33',
  directory: '/w',
  title: 'A title',
  time: { created: NOW, updated: NOW + 9 },
  ...more,
});
export const user = (...own: JsonObject[]): JsonObject => ({
  info: { id: 'msg_u', role: 'user', time: { created: NOW } },
  parts: own,
});
export const assistant = (own: readonly JsonObject[], more: JsonObject = {}): JsonObject => ({
  info: {
    id: 'msg_a',
    role: 'assistant',
    providerID: 'anthropic',
    modelID: 'm',
    time: { created: NOW, completed: NOW + 7 },
    ...more,
  },
  parts: own,
});

/** The events that an interpreter makes of some records, without the times. */
export function eventsOf(
  interpreter: Interpreter,
  ...records: JsonObject[]
): Omit<DragomanEvent, 'ts'>[] {
  const events = records.flatMap((record) => [...interpreter.push(record).events]);
  return [...events, ...interpreter.flush()].map(({ ts: _time, ...event }) => event);
}
