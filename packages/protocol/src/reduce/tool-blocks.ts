import type { ToolResultEvent, ToolUseEvent } from '../event/tool-events.js';
import type { ToolResultBlock, ToolResultStatus, ToolUseBlock } from '../message/content-block.js';

/** The block that shows a call. */
export function toUseBlock(event: ToolUseEvent): ToolUseBlock {
  const { native_name: name, native_parameters: input } = event;
  // Assigned, not spread, here and below: a session has as many of these as calls.
  const block: ToolUseBlock = {
    type: 'tool_use',
    id: event.tool_id,
    name: event.tool_name,
    input: event.parameters,
  };
  if (name !== undefined || input !== undefined) {
    block.native = { name: name ?? event.tool_name, input: input ?? event.parameters };
  }
  if (event.partial === true) block.partial = true;
  return block;
}

/** The block that shows a result. A result with nothing but an error shows the error's words. */
export function toResultBlock(event: ToolResultEvent): ToolResultBlock {
  const status = statusOf(event);
  const block: ToolResultBlock = {
    type: 'tool_result',
    tool_use_id: event.tool_id,
    is_error: status !== 'success',
    status,
  };
  const content = event.output ?? event.error?.message;
  if (content !== undefined) block.content = content;
  if (event.exit_code !== undefined) block.exit_code = event.exit_code;
  if (event.duration_ms !== undefined) block.duration_ms = event.duration_ms;
  if (event.truncated !== undefined) block.truncated = event.truncated;
  if (event.error !== undefined) block.error = event.error;
  if (event.changes !== undefined) block.changes = event.changes;
  return block;
}

function statusOf({ status, error }: ToolResultEvent): ToolResultStatus {
  if (status === 'success') return 'success';
  return error?.type === 'cancelled' || error?.type === 'denied' ? error.type : 'error';
}
