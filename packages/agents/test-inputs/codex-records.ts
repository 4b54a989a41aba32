import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import { createCodexSaved } from '../src/codex/saved.js';

// Records as Codex writes them into its session files, for tests.

export const TS = '2026-01-01T00:00:00.000Z';

export const item = (payload: JsonObject, more: JsonObject = {}): JsonObject => ({
  timestamp: TS,
  type: 'response_item',
  payload,
  ...more,
});
export const event = (payload: JsonObject): JsonObject => ({
  timestamp: TS,
  type: 'event_msg',
  payload,
});
export const completed = (native: JsonObject): JsonObject => ({
  ...event({ type: 'item_completed', item: native }),
  ordinal: 1,
});
export const user = (...texts: string[]) =>
  item({
    type: 'message',
    role: 'user',
    content: texts.map((text) => ({ type: 'input_text', text })),
  });
export const asked = (message: string) => event({ type: 'user_message', message });
export const reply = (text: string, more: JsonObject = {}) =>
  item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }], ...more });
export const replied = (message: string) => event({ type: 'agent_message', message });
export const thought = (...parts: string[]) =>
  item({ type: 'reasoning', summary: parts.map((text) => ({ type: 'summary_text', text })) });
export const thinking = (text: string) => event({ type: 'agent_reasoning', text });
export const call = (id: string, name: string, input: JsonObject, more: JsonObject = {}) =>
  item({
    type: 'function_call',
    name,
    arguments: JSON.stringify(input),
    call_id: id,
    ...more,
  });
export const output = (id: string, text: unknown) =>
  item({ type: 'function_call_output', call_id: id, output: text });
export const meta = (version: string) => ({
  timestamp: TS,
  type: 'session_meta',
  payload: { id: 's', cwd: '/p', cli_version: version },
});
export const started = event({ type: 'task_started', turn_id: 't1' });

/** What the saved interpreter makes of these records. */
export function read(...records: JsonObject[]): DragomanEvent[] {
  const interpreter = createCodexSaved();
  return [...records.flatMap((record) => interpreter.push(record).events), ...interpreter.flush()];
}

/** What was said and done, in order, in a few words each. */
export function emitted(...records: JsonObject[]): string[] {
  return read(...records).flatMap((emitted) => {
    switch (emitted.type) {
      case 'message':
        return `${emitted.synthetic ?? emitted.role}: ${emitted.content}${emitted.images ? ' +image' : ''}`;
      case 'reasoning':
        return `thought: ${emitted.content}`;
      case 'tool_use':
        return `${emitted.tool_name} ${emitted.tool_id}`;
      case 'tool_result':
        return `${emitted.status} ${emitted.tool_id}: ${JSON.stringify(emitted.output)}`;
      case 'turn':
        return `turn ${emitted.status}`;
      case 'init':
      case 'tool_output':
        return [];
      default:
        return emitted.type;
    }
  });
}
