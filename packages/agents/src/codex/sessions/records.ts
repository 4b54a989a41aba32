import type { JsonObject } from '@dragoman/protocol';
import { objectAt, textAt } from '../../interpret/json-fields.js';
import { isMadeByScript } from '../saved/scripts.js';

/**
 * What sort of record this is, as far as reading a file from the middle needs it: `turn_context`,
 * `event_msg/item_completed/FileChange`, `response_item/message/user`. The bare records of the first
 * era are called what they would be called later.
 */
export function recordKind(record: JsonObject): string {
  const type = textAt(record, 'type');
  const payload = objectAt(record, 'payload');
  if (payload === undefined) return type === undefined ? 'bare' : itemKind('response_item', record);
  return itemKind(type ?? '', payload);
}

function itemKind(type: string, payload: JsonObject): string {
  const inner = textAt(payload, 'type');
  if (inner === undefined) return type;
  const detail = detailOf(inner, payload);
  return detail === undefined ? `${type}/${inner}` : `${type}/${inner}/${detail}`;
}

function detailOf(inner: string, payload: JsonObject): string | undefined {
  if (inner === 'message') return textAt(payload, 'role');
  if (inner === 'item_completed') return textAt(objectAt(payload, 'item'), 'type');
  return undefined;
}

/**
 * What part a record plays where a file is read from the middle: its sorts, by their native names; a
 * message's role is a part of its name. A new sort of call or answer belongs here, too.
 */
export const recordRoles = {
  turnStart: new Set(['event_msg/task_started', 'event_msg/turn_started']),
  prompt: new Set(['response_item/message/user', 'response_item/message/developer']),
  call: new Set([
    'response_item/function_call',
    'response_item/custom_tool_call',
    'response_item/local_shell_call',
    'response_item/tool_search_call',
  ]),
  /** What the model got as the answer of a call. */
  output: new Set([
    'response_item/function_call_output',
    'response_item/custom_tool_call_output',
    'response_item/local_shell_call_output',
    'response_item/tool_search_output',
  ]),
  /** What another record says of a call. */
  resolved: new Set([
    'event_msg/exec_command_end',
    'event_msg/patch_apply_end',
    'event_msg/mcp_tool_call_end',
    'event_msg/dynamic_tool_call_response',
    'event_msg/item_completed/CommandExecution',
    'event_msg/item_completed/FileChange',
    'event_msg/item_completed/McpToolCall',
    'event_msg/item_completed/DynamicToolCall',
    'event_msg/item_completed/CollabAgentToolCall',
  ]),
  /** What follows the outputs of a model call once all of it is written. */
  afterOutputs: new Set(['turn_context', 'event_msg/token_count', 'token_usage_record']),
  /** What a turn ends with, in the versions that don't mark where one begins. */
  lastOfTurn: new Set([
    'event_msg/token_count',
    'event_msg/agent_message',
    'event_msg/agent_reasoning',
    'event_msg/turn_aborted',
    'response_item/message/assistant',
    'response_item/reasoning',
  ]),
} as const satisfies Readonly<Record<string, ReadonlySet<string>>>;

const NONE: readonly string[] = [];

/** The id of the call that a call, an output or another record is about. */
export function callIdOf(record: JsonObject): string | undefined {
  const payload = objectAt(record, 'payload') ?? record;
  const about = objectAt(payload, 'item') ?? payload;
  return textAt(about, 'call_id') ?? textAt(about, 'id');
}

/** The call that a record makes, if it makes one. */
export function callsIn(record: JsonObject): readonly string[] {
  const id = recordRoles.call.has(recordKind(record)) ? callIdOf(record) : undefined;
  return id === undefined ? NONE : [id];
}

/** The call that a record answers. A call that a script made has no record but that of its result. */
export function answersIn(record: JsonObject): readonly string[] {
  const kind = recordKind(record);
  const isAnswer = recordRoles.output.has(kind) || recordRoles.resolved.has(kind);
  const id = isAnswer ? callIdOf(record) : undefined;
  return id === undefined || isMadeByScript(id) ? NONE : [id];
}
