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
  /** What is told of a call beside its output. */
  finding: new Set([
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
