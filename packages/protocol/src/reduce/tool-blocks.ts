import type { ToolResultEvent, ToolUseEvent } from '../event/tool-events.js';
import type { ToolResultBlock, ToolResultStatus, ToolUseBlock } from '../message/content-block.js';

/** The block that shows a call. */
export function toUseBlock(event: ToolUseEvent): ToolUseBlock {
  const { native_name: name, native_parameters: input } = event;
  const isTranslated = name !== undefined || input !== undefined;
  return {
    type: 'tool_use',
    id: event.tool_id,
    name: event.tool_name,
    input: event.parameters,
    ...(isTranslated && {
      native: { name: name ?? event.tool_name, input: input ?? event.parameters },
    }),
    ...(event.partial === true && { partial: true }),
  };
}

/** The block that shows a result. A result with nothing but an error shows the error's words. */
export function toResultBlock(event: ToolResultEvent): ToolResultBlock {
  const content = event.output ?? event.error?.message;
  const status = statusOf(event);
  return {
    type: 'tool_result',
    tool_use_id: event.tool_id,
    ...(content !== undefined && { content }),
    is_error: status !== 'success',
    status,
    ...(event.exit_code !== undefined && { exit_code: event.exit_code }),
    ...(event.duration_ms !== undefined && { duration_ms: event.duration_ms }),
    ...(event.truncated !== undefined && { truncated: event.truncated }),
    ...(event.error !== undefined && { error: event.error }),
    ...(event.changes !== undefined && { changes: event.changes }),
  };
}

function statusOf({ status, error }: ToolResultEvent): ToolResultStatus {
  if (status === 'success') return 'success';
  return error?.type === 'cancelled' || error?.type === 'denied' ? error.type : 'error';
}
