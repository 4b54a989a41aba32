import type { McpInvocation, McpOutcome, NativeChange, NativeDuration } from './native-change.js';
import type { WebSearchAction } from './thread-item.js';
import type { TokenUsageInfo } from './token-usage.js';
import type { TurnItem } from './turn-item.js';

/** A record of what a front end was told; much of it repeats response items. */
export interface EventMessageEvent {
  timestamp: string;
  /** From 0.150 on. */
  ordinal?: number;
  type: 'event_msg';
  payload: EventMessage;
}

export type EventMessage =
  | UserMessage
  | { type: 'agent_message'; message: string; phase?: string | null; memory_citation?: unknown }
  | { type: 'agent_reasoning'; text: string }
  | { type: 'agent_reasoning_raw_content'; text: string }
  | { type: 'token_count'; info: TokenUsageInfo | null; rate_limits: unknown }
  | TaskStarted
  | TaskComplete
  | TurnAborted
  | { type: 'context_compacted' }
  | PatchApplyEnd
  | McpToolCallEnd
  | { type: 'web_search_end'; call_id: string; query: string; action?: WebSearchAction }
  | ItemCompleted
  | { type: 'thread_settings_applied'; thread_id: string; thread_settings: unknown }
  | { type: 'entered_review_mode'; target?: unknown; user_facing_hint?: string }
  | { type: 'exited_review_mode'; review_output: unknown }
  | { type: 'thread_rolled_back'; num_turns: number };

interface UserMessage {
  type: 'user_message';
  message: string;
  /** Up to 0.44: `plain`, or what sort of context it is. */
  kind?: string;
  images?: string[] | null;
  local_images?: string[];
  text_elements?: unknown[];
}

/** From 0.107 on. */
interface TaskStarted {
  type: 'task_started';
  turn_id?: string;
  model_context_window: number | null;
  collaboration_mode_kind?: string;
  started_at?: number;
}

/** From 0.107 on. */
interface TaskComplete {
  type: 'task_complete';
  turn_id?: string;
  last_agent_message: string | null;
  completed_at?: number;
  duration_ms?: number;
  /** From 0.150 on. */
  error?: { message: string; codex_error_info?: unknown };
}

interface TurnAborted {
  type: 'turn_aborted';
  reason: 'interrupted' | 'replaced' | 'review_ended' | 'budget_limited';
  turn_id?: string;
  duration_ms?: number;
}

interface PatchApplyEnd {
  type: 'patch_apply_end';
  call_id: string;
  turn_id?: string;
  stdout: string;
  stderr: string;
  success: boolean;
  status?: 'completed' | 'failed' | 'declined';
  changes?: Record<string, NativeChange>;
}

interface McpToolCallEnd {
  type: 'mcp_tool_call_end';
  call_id: string;
  invocation: McpInvocation;
  duration: NativeDuration;
  result: McpOutcome;
}

/** From 0.150 on. */
interface ItemCompleted {
  type: 'item_completed';
  thread_id: string;
  turn_id: string;
  item: TurnItem;
  started_at_ms?: number;
  completed_at_ms?: number;
}
