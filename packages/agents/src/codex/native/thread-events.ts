/** A line of `codex exec --json` from 0.44 on. */
export type ThreadEvent =
  | ThreadStartedEvent
  | TurnStartedEvent
  | TurnCompletedEvent
  | TurnFailedEvent
  | ItemStartedEvent
  | ItemUpdatedEvent
  | ItemCompletedEvent
  | ErrorEvent;

/** Always the first line. A resumed thread has its old id. */
export interface ThreadStartedEvent {
  type: 'thread.started';
  thread_id: string;
}

export interface TurnStartedEvent {
  type: 'turn.started';
}

/** The last line of a good run. */
export interface TurnCompletedEvent {
  type: 'turn.completed';
  /** Of this process up to 0.77, of the whole thread from 0.79 on. */
  usage: TokenUsage;
}

export interface TurnFailedEvent {
  type: 'turn.failed';
  error: { message: string };
}

export interface ItemStartedEvent {
  type: 'item.started';
  item: ThreadItem;
}

export interface ItemUpdatedEvent {
  type: 'item.updated';
  item: ThreadItem;
}

export interface ItemCompletedEvent {
  type: 'item.completed';
  item: ThreadItem;
}

/** A notice that Codex tries again, or the message of the failure that `turn.failed` then reports. */
export interface ErrorEvent {
  type: 'error';
  message: string;
}

/** An item of a ThreadEvents stream. Its `id` counts anew in each process. */
export type ThreadItem =
  | AgentMessageItem
  | ReasoningItem
  | CommandExecutionItem
  | FileChangeItem
  | McpToolCallItem
  | CollabToolCallItem
  | WebSearchItem
  | TodoListItem
  | ErrorItem;

export interface AgentMessageItem {
  id: string;
  type: 'agent_message';
  text: string;
}

export interface ReasoningItem {
  id: string;
  type: 'reasoning';
  text: string;
}

export interface CommandExecutionItem {
  id: string;
  type: 'command_execution';
  /** The words joined into one text, with the shell around them: `/bin/bash -lc 'npm test'`. */
  command: string;
  aggregated_output: string;
  /** Absent or null while it runs. */
  exit_code?: number | null;
  status: 'in_progress' | 'completed' | 'failed' | 'declined';
}

export interface FileChangeItem {
  id: string;
  type: 'file_change';
  /** A file that is moved has its old path and the kind `update`. */
  changes: { path: string; kind: 'add' | 'update' | 'delete' }[];
  status: 'in_progress' | 'completed' | 'failed';
}

export interface McpToolCallItem {
  id: string;
  type: 'mcp_tool_call';
  server: string;
  tool: string;
  /** From 0.58 on, like `result` and `error`. */
  arguments?: unknown;
  result?: { content: unknown[]; structured_content: unknown; _meta?: unknown } | null;
  error?: { message: string } | null;
  status: 'in_progress' | 'completed' | 'failed';
}

export interface CollabToolCallItem {
  id: string;
  type: 'collab_tool_call';
  tool: 'spawn_agent' | 'send_input' | 'wait' | 'close_agent';
  sender_thread_id: string;
  receiver_thread_ids: string[];
  prompt: string | null;
  agents_states: Record<string, { status: string; message: string | null }>;
  status: 'in_progress' | 'completed' | 'failed';
}

export interface WebSearchItem {
  /** From 0.98 on the line has two ids; the one that counts is the search's own. */
  id: string;
  type: 'web_search';
  query: string;
  /** From 0.98 on. */
  action?: WebSearchAction;
}

export type WebSearchAction =
  | { type: 'search'; query?: string; queries?: string[] }
  | { type: 'open_page'; url?: string }
  | { type: 'find_in_page'; url?: string; pattern?: string }
  | { type: 'other' };

export interface TodoListItem {
  id: string;
  type: 'todo_list';
  items: { text: string; completed: boolean }[];
}

/** A warning: the turn continues. */
export interface ErrorItem {
  id: string;
  type: 'error';
  message: string;
}

/** Codex's token figures. Cached tokens are part of the input, reasoning is part of the output. */
export interface TokenUsage {
  input_tokens: number;
  cached_input_tokens: number;
  /** From 0.150 on. */
  cache_write_input_tokens?: number;
  output_tokens: number;
  /** In `turn.completed` from 0.135 on. */
  reasoning_output_tokens?: number;
  /** Not in `turn.completed`. */
  total_tokens?: number;
}

export interface TokenUsageInfo {
  total_token_usage: TokenUsage;
  last_token_usage: TokenUsage;
  model_context_window: number | null;
}
