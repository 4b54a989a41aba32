import type { JSONObject } from '@ai-sdk/provider';
import type { ToolResultEvent } from '@dragoman/protocol';

/** What a tool of the agent gave back, as the `output` of a tool part in a UI has it. */
export type AgentToolResult = {
  /** What it printed or said; a list where there are images in it. */
  output?: ToolResultEvent['output'];
  exitCode?: number;
  error?: { message: string; type?: string | undefined };
  /** The files that it changed. */
  changes?: ToolResultEvent['changes'];
  durationMs?: number;
  /** The agent has cut the output. */
  truncated?: boolean;
};

export function toolResultValue(event: Omit<ToolResultEvent, 'type' | 'tool_id'>): JSONObject {
  const { output, exit_code, error, changes, duration_ms, truncated } = event;
  const value: AgentToolResult = {
    ...(output !== undefined && { output }),
    ...(exit_code !== undefined && { exitCode: exit_code }),
    ...(error !== undefined && { error }),
    ...(changes !== undefined && { changes }),
    ...(duration_ms !== undefined && { durationMs: duration_ms }),
    ...(truncated !== undefined && { truncated }),
  };
  return value;
}
