/** A line of `gemini --output-format stream-json`, from 0.11 on. */
export type StreamEvent =
  | StreamInitEvent
  | StreamMessageEvent
  | StreamToolUseEvent
  | StreamToolResultEvent
  | StreamErrorEvent
  | StreamResultEvent;

interface Timed {
  /** In ISO 8601. */
  timestamp: string;
}

/** Always the first line. A resumed session has its old id. */
export interface StreamInitEvent extends Timed {
  type: 'init';
  session_id: string;
  model: string;
}

/** The prompt, whole, or the next piece of what the model says. */
export interface StreamMessageEvent extends Timed {
  type: 'message';
  role: 'user' | 'assistant';
  content: string;
  delta?: boolean;
}

export interface StreamToolUseEvent extends Timed {
  type: 'tool_use';
  tool_name: string;
  /** From 0.51 on the name of the tool and the id that the model gave; before, that id alone. */
  tool_id: string;
  parameters: Record<string, unknown>;
}

export interface StreamToolResultEvent extends Timed {
  type: 'tool_result';
  tool_id: string;
  /** `success` also for a command that failed, and for a call that was cancelled. */
  status: 'success' | 'error';
  /** What a person is shown, not what the model got. Absent where that is more than text. */
  output?: string;
  error?: { type: string; message: string };
}

export interface StreamErrorEvent extends Timed {
  type: 'error';
  severity: 'warning' | 'error';
  message: string;
}

/** The last line of a turn that came to an end, good or bad. */
export interface StreamResultEvent extends Timed {
  type: 'result';
  status: 'success' | 'error';
  error?: { type: string; message: string };
  stats?: StreamStats;
}

/** What this process used, sub-agents and asides included. All 0 where the model refused at once. */
export interface StreamStats extends ModelStreamStats {
  duration_ms: number;
  tool_calls: number;
  /** From 0.40 on. */
  models?: Record<string, ModelStreamStats>;
}

export interface ModelStreamStats {
  /** The thoughts are counted here only. */
  total_tokens: number;
  /** Cached ones included. */
  input_tokens: number;
  /** Without the thoughts. */
  output_tokens: number;
  /** From 0.30 on. */
  cached?: number;
  input?: number;
}
