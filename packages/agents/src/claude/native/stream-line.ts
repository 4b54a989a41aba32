import type { AssistantContent, UserContent } from './content-block.js';
import type { TokenUsage } from './token-usage.js';

interface Line {
  readonly session_id: string;
  /** From 1.0.100 on; of messages the same as in the session file. */
  readonly uuid?: string;
}

export interface SystemInitLine extends Line {
  readonly type: 'system';
  readonly subtype: 'init';
  readonly cwd: string;
  readonly model: string;
  readonly permissionMode: string;
  readonly tools: readonly string[];
  readonly mcp_servers: readonly { readonly name: string; readonly status: string }[];
  /** From 2.0 on. */
  readonly claude_code_version?: string;
}

/** Any other line about the program. What it holds depends on the subtype. */
export interface SystemLine extends Line {
  readonly type: 'system';
  readonly subtype: string;
}

export interface AssistantLine extends Line {
  readonly type: 'assistant';
  readonly message: {
    readonly id: string;
    /** `<synthetic>` when no model wrote it. */
    readonly model: string;
    readonly content: AssistantContent;
    readonly stop_reason: string | null;
    /** From 2.1 on, as it was when the message began. */
    readonly usage: TokenUsage;
  };
  /** The call that started the sub-agent which says it. */
  readonly parent_tool_use_id: string | null;
  /** Why a request failed, when the message says that one did. From 2.0 on. */
  readonly error?: string;
}

export interface UserLine extends Line {
  readonly type: 'user';
  readonly message: { readonly role: 'user'; readonly content: UserContent };
  readonly parent_tool_use_id: string | null;
  /** What is known of a result beside its text; of a failed call its error as text. */
  readonly tool_use_result?: unknown;
  readonly isSynthetic?: boolean;
  /** The prompt, repeated. */
  readonly isReplay?: boolean;
}

/** An event of the model's own stream, with `--include-partial-messages`. */
export interface StreamEventLine extends Line {
  readonly type: 'stream_event';
  readonly event: { readonly type: string };
  readonly parent_tool_use_id: string | null;
}

export interface ResultLine extends Line {
  readonly type: 'result';
  /** `success` also when the last request failed: then `is_error` is true. */
  readonly subtype: string;
  readonly is_error: boolean;
  readonly result?: string;
  readonly errors?: readonly string[];
  readonly usage: TokenUsage;
  readonly total_cost_usd: number;
  readonly terminal_reason?: string;
}

/** A line that `claude -p --output-format stream-json` prints. */
export type StreamLine =
  | SystemInitLine
  | SystemLine
  | AssistantLine
  | UserLine
  | StreamEventLine
  | ResultLine;
