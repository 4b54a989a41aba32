// What Gemini CLI writes, as types: one per record, of all versions that were recorded. A test holds
// them against the recordings. The rules don't trust them: versions differ, and lines get cut off.

/** Any record that Gemini CLI writes: to stdout, or to a session file. */
export type GeminiEvent = StreamEvent | SessionRecord | SessionDocument;

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

/** A line of a session file, from 0.39 on. */
export type SessionRecord = SessionHeader | MessageRecord | SetRecord | RewindRecord;

/** The first line, and again each time the session is resumed. */
export interface SessionHeader {
  sessionId: string;
  /** The SHA-256 of the project's folder. */
  projectHash: string;
  startTime: string;
  lastUpdated: string;
  kind?: 'main' | 'subagent';
  summary?: string;
  directories?: string[];
}

/** What a file held up to 0.38: all of it, in one object. */
export interface SessionDocument extends SessionHeader {
  messages: MessageRecord[];
}

/** Overwrites what was known of the session. A list of messages replaces the one so far. */
export interface SetRecord {
  $set: Partial<SessionDocument>;
}

/** The user went back: this message and all after it are no longer part of the conversation. */
export interface RewindRecord {
  $rewindTo: string;
}

/** The same id again is the same message, with more to say. */
export type MessageRecord = UserMessage | NoticeMessage | GeminiMessage;

interface MessageBase {
  id: string;
  timestamp: string;
  content: Part | Part[] | string;
  /** What a person sees of it, where that is less. */
  displayContent?: Part | Part[] | string;
}

/** What the user says; also the results of tools (from 0.40 on), and what the CLI adds for the model. */
export interface UserMessage extends MessageBase {
  type: 'user';
}

/** What an interactive CLI shows the user. */
export interface NoticeMessage extends MessageBase {
  type: 'info' | 'warning' | 'error';
}

/** One reply of the model. */
export interface GeminiMessage extends MessageBase {
  type: 'gemini';
  thoughts?: { subject: string; description: string; timestamp: string }[];
  tokens?: TokensSummary | null;
  model?: string;
  toolCalls?: ToolCallRecord[];
}

/** What one reply used. */
export interface TokensSummary {
  /** Cached ones included. */
  input: number;
  /** Without the thoughts. */
  output: number;
  cached: number;
  thoughts?: number;
  tool?: number;
  total: number;
}

/** A part of a message, as the Gemini API has them. */
export type Part =
  | string
  | {
      text?: string;
      thought?: boolean;
      inlineData?: { mimeType: string; data: string };
      fileData?: { mimeType?: string; fileUri: string };
      functionCall?: { id?: string; name: string; args: Record<string, unknown> };
      functionResponse?: {
        id?: string;
        name: string;
        response: { output?: unknown; error?: unknown };
        parts?: Part[];
      };
    };

/** A call of a tool, written down when it is over. */
export interface ToolCallRecord {
  id: string;
  name: string;
  args: Record<string, unknown>;
  /** What the model got. */
  result?: Part | Part[] | null;
  status:
    | 'validating'
    | 'scheduled'
    | 'executing'
    | 'awaiting_approval'
    | 'success'
    | 'error'
    | 'cancelled';
  timestamp: string;
  /** Of a call that started a sub-agent: the id of that one's session. */
  agentId?: string;
  displayName?: string;
  description?: string;
  /** What a person is shown. */
  resultDisplay?: string | FileDiffDisplay | TodosDisplay | SubagentDisplay | SummaryDisplay;
  renderOutputAsMarkdown?: boolean;
}

export interface FileDiffDisplay {
  /** A unified diff below an `Index:` line. */
  fileDiff: string;
  fileName: string;
  filePath?: string;
  originalContent: string | null;
  newContent: string;
  isNewFile?: boolean;
}

export interface TodosDisplay {
  todos: { description: string; status: string }[];
}

export interface SubagentDisplay {
  isSubagentProgress: true;
  agentName: string;
  recentActivity: unknown[];
  terminateReason?: string;
}

export interface SummaryDisplay {
  summary: string;
}
