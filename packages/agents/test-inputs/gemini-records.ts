import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import type { Interpreter } from '../src/interpret/interpreter.js';

// Records as Gemini CLI writes them, for tests.

export const TS = '2026-01-01T00:00:00.000Z';
const TOKENS = { input: 1000, output: 40, cached: 600, thoughts: 10, tool: 0, total: 1050 };

export const stream = (type: string, more: JsonObject = {}): JsonObject => ({
  type,
  timestamp: TS,
  ...more,
});
export const init = stream('init', { session_id: 's', model: 'm' });
export const piece = (content: string) =>
  stream('message', { role: 'assistant', content, delta: true });
export const use = (tool_id: string, tool_name: string, parameters: JsonObject) =>
  stream('tool_use', { tool_id, tool_name, parameters });
export const result = (tool_id: string, more: JsonObject) =>
  stream('tool_result', { tool_id, status: 'success', ...more });
export const end = (more: JsonObject = {}) => stream('result', { status: 'success', ...more });

export const header = (more: JsonObject = {}): JsonObject => ({
  sessionId: 's',
  projectHash: 'h',
  startTime: TS,
  lastUpdated: TS,
  ...more,
});
export const message = (type: string, id: string, content: unknown, more: JsonObject = {}) => ({
  id,
  timestamp: TS,
  type,
  content,
  ...more,
});
export const user = (id: string, ...texts: string[]) =>
  message(
    'user',
    id,
    texts.map((text) => ({ text })),
  );
export const reply = (id: string, content: string, more: JsonObject = {}) =>
  message('gemini', id, content, { thoughts: [], tokens: TOKENS, model: 'm', ...more });
export const call = (
  id: string,
  name: string,
  args: JsonObject,
  more: JsonObject = {},
): JsonObject => ({
  id,
  name,
  args,
  status: 'success',
  timestamp: TS,
  ...more,
});
export const answer = (output: string) => [{ functionResponse: { response: { output } } }];
export const list = (...messages: JsonObject[]) => ({ $set: { messages, lastUpdated: TS } });

/** The events that an interpreter makes of some records, without the times. */
export function eventsOf(interpreter: Interpreter, ...records: JsonObject[]): DragomanEvent[] {
  const events = records.flatMap((record) => [...interpreter.push(record).events]);
  return [...events, ...interpreter.flush()].map((event) => {
    const untimed = { ...event };
    delete untimed.ts;
    return untimed;
  });
}
