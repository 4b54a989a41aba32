import type {
  McpInvocation,
  McpToolCallEnd,
  NativeChange,
  NativeDuration,
} from './legacy-events.js';
import type { TokenUsageInfo, WebSearchAction } from './thread-events.js';

/** A record of what a front end was shown; much of it repeats response items. */
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
  | { type: 'token_count'; info: TokenUsageInfo | null; rate_limits?: unknown }
  | TaskStarted
  | TaskComplete
  | TurnAborted
  | { type: 'context_compacted' }
  | PatchApplyEnd
  | McpToolCallEnd
  | { type: 'web_search_end'; call_id: string; query: string; action?: WebSearchAction }
  | ItemCompleted
  | { type: 'thread_settings_applied'; thread_id?: string; thread_settings: unknown }
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

/** From 0.150 on. */
interface ItemCompleted {
  type: 'item_completed';
  thread_id: string;
  turn_id: string;
  item: TurnItem;
  started_at_ms?: number;
  completed_at_ms?: number;
}

/** An item of a turn, as session files keep it from 0.150 on. The id of a call is its `call_id`. */
export type TurnItem = { id: string } & (
  | { type: 'UserMessage'; content: unknown[] }
  | { type: 'AgentMessage'; content: { type: 'Text'; text: string }[] }
  | { type: 'Reasoning'; summary_text: string[]; raw_content: string[] }
  | CommandExecution
  | FileChange
  | McpToolCall
  | { type: 'WebSearch'; query: string; action: WebSearchAction }
  | { type: 'ImageView'; path: string }
  | CollabAgentToolCall
  | { type: 'ContextCompaction' }
  | { type: 'EnteredReviewMode'; target: unknown; user_facing_hint?: string }
  | { type: 'ExitedReviewMode'; review_output: unknown }
  | OtherTurnItem
);

interface CommandExecution {
  type: 'CommandExecution';
  command: string[];
  /** A `file:` URL. */
  cwd: string;
  process_id?: string;
  parsed_cmd: unknown[];
  source: string;
  status: 'in_progress' | 'completed' | 'failed' | 'declined';
  aggregated_output?: string;
  /** In 0.150. */
  stdout?: string;
  stderr?: string;
  formatted_output?: string;
  exit_code?: number;
  duration?: NativeDuration;
}

interface FileChange {
  type: 'FileChange';
  changes: Record<string, NativeChange>;
  status?: 'completed' | 'failed' | 'declined';
  stdout?: string;
  stderr?: string;
}

interface McpToolCall extends McpInvocation {
  type: 'McpToolCall';
  status: 'in_progress' | 'completed' | 'failed';
  result?: { content: unknown[]; structuredContent?: unknown; isError?: boolean };
  error?: { message: string };
  duration?: NativeDuration;
}

interface CollabAgentToolCall {
  type: 'CollabAgentToolCall';
  tool: string;
  status: string;
  sender_thread_id: string;
  receiver_thread_ids: string[];
  receiver_agents?: unknown[];
  prompt?: string;
  model?: string;
  agents_states: Record<string, unknown>;
}

/** Known from Codex's source; none of the recordings has one. */
interface OtherTurnItem {
  type:
    | 'HookPrompt'
    | 'Plan'
    | 'DynamicToolCall'
    | 'SubAgentActivity'
    | 'ImageGeneration'
    | 'Extension';
}
