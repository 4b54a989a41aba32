import type { WebSearchAction } from './thread-item.js';

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
