import type { TokenUsage, TokenUsageInfo } from './thread-events.js';

/** A line of `codex exec --json` up to 0.42. */
export type LegacyEvent = LegacyHeader | LegacyPrompt | { id: string; msg: LegacyMessage };

/** The first line. Its keys come in any order. */
export interface LegacyHeader {
  workdir: string;
  model: string;
  provider: string;
  approval: string;
  sandbox: string;
  'reasoning effort': string;
  'reasoning summaries': string;
}

/** The second line. */
export interface LegacyPrompt {
  prompt: string;
}

/** The events that `exec` prints. Other front ends have seen more, which the rules know by name. */
export type LegacyMessage =
  | { type: 'task_started'; model_context_window?: number | null }
  | { type: 'agent_message'; message: string }
  | { type: 'agent_reasoning'; text: string }
  | { type: 'agent_reasoning_section_break' }
  | { type: 'agent_reasoning_raw_content'; text: string }
  | ExecCommandBegin
  | ExecCommandOutputDelta
  | ExecCommandEnd
  | PatchApplyBegin
  | { type: 'patch_apply_end'; call_id: string; stdout: string; stderr: string; success: boolean }
  | { type: 'mcp_tool_call_begin'; call_id: string; invocation: McpInvocation }
  | McpToolCallEnd
  | { type: 'web_search_begin'; call_id: string }
  | { type: 'web_search_end'; call_id: string; query: string }
  | PlanUpdate
  | { type: 'turn_diff'; unified_diff: string }
  | LegacyTokenCount
  | { type: 'background_event'; message: string }
  | { type: 'stream_error'; message: string }
  | { type: 'error'; message: string }
  | { type: 'turn_aborted'; reason: string };

interface ExecCommandBegin {
  type: 'exec_command_begin';
  call_id: string;
  command: string[];
  cwd: string;
  parsed_cmd?: unknown[];
}

interface ExecCommandOutputDelta {
  type: 'exec_command_output_delta';
  call_id: string;
  stream: 'stdout' | 'stderr';
  /** Numbers up to 0.29, base64 from 0.36 on. */
  chunk: number[] | string;
}

interface ExecCommandEnd {
  type: 'exec_command_end';
  call_id: string;
  stdout: string;
  stderr: string;
  /** From 0.29 on. */
  aggregated_output?: string;
  formatted_output?: string;
  exit_code: number;
  duration: NativeDuration;
}

interface PatchApplyBegin {
  type: 'patch_apply_begin';
  call_id: string;
  auto_approved: boolean;
  changes: Record<string, LegacyChange>;
}

/** The same in session files. */
export interface McpToolCallEnd {
  type: 'mcp_tool_call_end';
  call_id: string;
  invocation: McpInvocation;
  duration: NativeDuration;
  result: McpOutcome;
}

interface PlanUpdate {
  type: 'plan_update';
  explanation: string | null;
  plan: { step: string; status: 'pending' | 'in_progress' | 'completed' }[];
}

/** One call of the model up to 0.29; the count of the process from 0.36 on. */
type LegacyTokenCount =
  | ({ type: 'token_count' } & TokenUsage)
  | { type: 'token_count'; info: TokenUsageInfo | null; rate_limits?: unknown };

/** What a patch does to a file, as session files have it. */
export type NativeChange =
  | { type: 'add'; content: string }
  | { type: 'delete'; content?: string }
  | { type: 'update'; unified_diff: string; move_path: string | null };

/** The same up to 0.42, with the kind around it. In 0.20 a deletion is only its name. */
export type LegacyChange =
  | 'delete'
  | { add: { content: string } }
  | { delete: Record<string, unknown> }
  | { update: { unified_diff: string; move_path: string | null } };

/** A duration as Rust writes it. */
export interface NativeDuration {
  secs: number;
  nanos: number;
}

/** What was called of an MCP server. */
export interface McpInvocation {
  server: string;
  tool: string;
  arguments?: unknown;
}

/** What it answered: `isError` where the tool failed, `Err` where the call did. */
type McpOutcome =
  | { Ok: { content: unknown[]; structuredContent?: unknown; isError?: boolean } }
  | { Err: string };
