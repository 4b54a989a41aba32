import type { JsonObject } from '@dragoman/protocol';

// Lines and records as Claude Code writes them, as far as a test is about them.

let written = 0;

function common(type: string, fields: JsonObject): JsonObject {
  written += 1;
  const timestamp = new Date(Date.UTC(2026, 0, 1, 0, 0, written)).toISOString();
  const session = { session_id: 's1', sessionId: 's1', cwd: '/workspace', version: '2.1.197' };
  return { type, uuid: `uuid-${written}`, timestamp, ...session, ...fields };
}

/** A block of what the agent says, in a message of its own unless an id is given. */
export function assistant(block: JsonObject, fields: JsonObject = {}): JsonObject {
  const {
    id = `msg-${written + 1}`,
    model = 'opus',
    usage,
    stop_reason = 'end_turn',
    ...rest
  } = fields;
  const message = { id, model, role: 'assistant', content: [block], stop_reason, usage };
  return common('assistant', { message, ...rest });
}

/** What stands in the role of the user. */
export function user(content: unknown, fields: JsonObject = {}): JsonObject {
  return common('user', { message: { role: 'user', content }, ...fields });
}

/** A call of a tool. */
export function use(
  id: string,
  name: string,
  input: JsonObject,
  fields: JsonObject = {},
): JsonObject {
  const block = { type: 'tool_use', id, name, input };
  return assistant(block, { stop_reason: 'tool_use', ...fields });
}

/** The result of a call, and what both views say of it beside its text. */
export function result(id: string, content: unknown, fields: JsonObject = {}): JsonObject {
  const { is_error, rich, ...rest } = fields;
  const block = {
    type: 'tool_result',
    tool_use_id: id,
    content,
    ...(is_error === true && { is_error }),
  };
  return user([block], { tool_use_result: rich, toolUseResult: rich, ...rest });
}

export const text = (said: string): JsonObject => ({ type: 'text', text: said });
