import type { McpInvocation, NativeChange, NativeDuration } from './native-change.js';
import type { WebSearchAction } from './thread-item.js';

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
