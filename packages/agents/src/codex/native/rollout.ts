import type { EventMessageEvent } from './event-messages.js';
import type { TokenUsage, WebSearchAction } from './thread-events.js';

/** A line of a session file. */
export type RolloutRecord =
  | SessionMetaEvent
  | TurnContextEvent
  | ResponseItemEvent
  | EventMessageEvent
  | CompactedEvent
  | WorldStateEvent
  | TokenUsageRecordEvent
  | BareEvent;

export interface SessionMetaEvent {
  timestamp: string;
  type: 'session_meta';
  payload: {
    id: string;
    timestamp: string;
    cwd: string;
    originator: string;
    cli_version: string;
    /** Up to 0.80; from 0.98 on `base_instructions`. */
    instructions?: string | null;
    base_instructions?: { text: string; provenance?: unknown };
    source?: string | { subagent: unknown };
    model_provider?: string | null;
    history_mode?: string;
    forked_from_id?: string;
    forked_from_ordinal_exclusive?: number;
    /** What a fork continues, from 0.148 on: so much of the file of another session. */
    history_base?: { thread_id: string; end_ordinal_exclusive: number; end_byte_offset?: number };
    parent_thread_id?: string;
    git?: { commit_hash?: string; branch?: string; repository_url?: string };
  };
}

/** Before every call of the model up to 0.98, once a turn from 0.107 on. */
export interface TurnContextEvent {
  timestamp: string;
  type: 'turn_context';
  payload: {
    cwd: string;
    approval_policy: string;
    /** `mode` up to 0.80, `type` from 0.98 on. */
    sandbox_policy: { mode: string } | { type: string };
    model: string;
    effort?: string | null;
    summary: string;
    turn_id?: string;
  };
}

/** The conversation so far was replaced by a summary. */
export interface CompactedEvent {
  timestamp: string;
  type: 'compacted';
  payload: { message: string; replacement_history?: unknown[]; window_id?: string };
}

/** What the model knows about its surroundings (from 0.150). */
export interface WorldStateEvent {
  timestamp: string;
  type: 'world_state';
  payload: { full: boolean; state: unknown };
}

/** What one call of the model used (from 0.166). */
export interface TokenUsageRecordEvent {
  timestamp: string;
  type: 'token_usage_record';
  payload: {
    thread_id: string;
    turn_id: string;
    response_id: string;
    usage: TokenUsage;
    turn_token_usage: TokenUsage;
    thread_token_usage: TokenUsage;
  };
}

/** A line of a session file up to 0.29: the header, noise, or a response item with no wrapper. */
export type BareEvent = BareHeader | BareState | ResponseItem;

export interface BareHeader {
  id: string;
  timestamp: string;
  instructions: string | null;
  git?: { commit_hash?: string; branch?: string; repository_url?: string };
}

export interface BareState {
  record_type: 'state';
}

/** A record of what went to the model or came from it. */
export interface ResponseItemEvent {
  timestamp: string;
  /** From 0.150 on. */
  ordinal?: number;
  type: 'response_item';
  payload: ResponseItem;
}

/** Any of them may have an `id`, and from 0.150 on says its turn. */
interface ResponseItemBase {
  id?: string | null;
  internal_chat_message_metadata_passthrough?: {
    turn_id?: string;
    create_time?: number;
    content_item_kinds?: string[];
    content_item_metadata?: unknown[];
  };
}

export type ResponseItem =
  | ResponseItemMessage
  | ResponseItemReasoning
  | ResponseItemFunctionCall
  | ResponseItemFunctionCallOutput
  | ResponseItemCustomToolCall
  | ResponseItemCustomToolCallOutput
  | ResponseItemWebSearchCall
  | ResponseItemLocalShellCall
  | ResponseItemOther;

export type ContentItem =
  | { type: 'input_text'; text: string }
  | { type: 'output_text'; text: string }
  | { type: 'input_image'; image_url: string; detail?: string };

export interface ResponseItemMessage extends ResponseItemBase {
  type: 'message';
  role: 'user' | 'assistant' | 'developer' | 'system';
  content: ContentItem[];
  phase?: string;
  status?: string;
}

export interface ResponseItemReasoning extends ResponseItemBase {
  type: 'reasoning';
  summary: { type: 'summary_text'; text: string }[];
  content?: { type: 'reasoning_text' | 'text'; text: string }[] | null;
  encrypted_content?: string | null;
}

export interface ResponseItemFunctionCall extends ResponseItemBase {
  type: 'function_call';
  name: string;
  /** From 0.121 on: the MCP server, or the family of tools. */
  namespace?: string;
  /** JSON as text. */
  arguments: string;
  call_id: string;
  status?: string;
}

export interface ResponseItemFunctionCallOutput extends ResponseItemBase {
  type: 'function_call_output';
  call_id: string;
  output: string | ContentItem[];
}

export interface ResponseItemCustomToolCall extends ResponseItemBase {
  type: 'custom_tool_call';
  call_id: string;
  name: string;
  input: string;
  status?: string;
}

export interface ResponseItemCustomToolCallOutput extends ResponseItemBase {
  type: 'custom_tool_call_output';
  call_id: string;
  output: string | ContentItem[];
}

export interface ResponseItemWebSearchCall extends ResponseItemBase {
  type: 'web_search_call';
  status?: string;
  action?: WebSearchAction;
}

export interface ResponseItemLocalShellCall extends ResponseItemBase {
  type: 'local_shell_call';
  call_id: string | null;
  status: string;
  action: { type: 'exec'; command: string[]; working_directory?: string | null };
}

/** Known from Codex's source; none of the recordings has one. */
interface ResponseItemOther extends ResponseItemBase {
  type:
    | 'agent_message'
    | 'tool_search_call'
    | 'tool_search_output'
    | 'image_generation_call'
    | 'ghost_snapshot'
    | 'compaction'
    | 'compaction_summary'
    | 'context_compaction'
    | 'additional_tools'
    | 'other';
}
