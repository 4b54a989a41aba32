// What OpenCode writes, as types, of all versions that were recorded. A test holds them against the
// recordings. The rules don't trust them: versions differ, and runs get cut off.

interface RunEventBase {
  /** In milliseconds since 1970. */
  timestamp: number;
  sessionID: string;
}

export interface StepStartEvent extends RunEventBase {
  type: 'step_start';
  part: StepStartPart;
}

/** A text that is complete. */
export interface TextEvent extends RunEventBase {
  type: 'text';
  part: TextPart;
}

/** A thought that is complete; only with `--thinking`. */
export interface ReasoningEvent extends RunEventBase {
  type: 'reasoning';
  part: ReasoningPart;
}

/** A call that is over. Up to 1.2.6, one that failed isn't printed. */
export interface ToolUseEvent extends RunEventBase {
  type: 'tool_use';
  part: ToolPart;
}

export interface StepFinishEvent extends RunEventBase {
  type: 'step_finish';
  part: StepFinishPart;
}

export interface ErrorEvent extends RunEventBase {
  type: 'error';
  error: NativeError;
}

/** A line that `opencode run --format json` prints. */
export type RunEvent =
  | StepStartEvent
  | TextEvent
  | ReasoningEvent
  | ToolUseEvent
  | StepFinishEvent
  | ErrorEvent;

/** A message and what it consists of. */
export interface MessageWithParts {
  info: MessageInfo;
  parts: Part[];
}

/** What `opencode export` prints: a whole session. */
export interface ExportDocument {
  info: SessionInfo;
  messages: MessageWithParts[];
}

/** What OpenCode knows of a session as a whole. */
export interface SessionInfo {
  id: string;
  version: string;
  projectID: string;
  directory: string;
  /** The folder within the project; from 1.14 on. */
  path?: string;
  /** The session whose agent started this one. */
  parentID?: string;
  title: string;
  slug?: string;
  agent?: string;
  model?: { id: string; providerID: string; variant?: string };
  cost?: number;
  tokens?: Omit<Tokens, 'total'>;
  time: { created: number; updated: number; archived?: number };
  summary?: Record<string, unknown>;
  permission?: unknown[];
  share?: { url: string };
  revert?: Record<string, unknown>;
}

interface MessageBase {
  id: string;
  sessionID: string;
}

export interface UserInfo extends MessageBase {
  role: 'user';
  time: { created: number };
  agent?: string;
  model?: { providerID: string; modelID: string; variant?: string };
  summary?: Record<string, unknown>;
  system?: string;
  tools?: Record<string, boolean>;
}

/** One model call: a turn has as many of these as it has steps. */
export interface AssistantInfo extends MessageBase {
  role: 'assistant';
  /** The message of the user that it answers. */
  parentID: string;
  time: { created: number; completed?: number };
  providerID: string;
  modelID: string;
  mode: string;
  agent?: string;
  path: { cwd: string; root: string };
  cost: number;
  tokens: Tokens;
  /** It is the summary that replaces what came before. */
  summary?: boolean;
  finish?: string;
  error?: NativeError;
  structured?: unknown;
}

export type MessageInfo = UserInfo | AssistantInfo;

/** What a part has of whatever type: its own id, which orders it, and where it belongs. */
interface PartBase {
  id: string;
  sessionID: string;
  messageID: string;
}

interface PartTime {
  start: number;
  end?: number;
}

export interface TextPart extends PartBase {
  type: 'text';
  text: string;
  /** Not written by the user, although it is in a message of theirs. */
  synthetic?: boolean;
  ignored?: boolean;
  time?: PartTime;
  metadata?: Record<string, unknown>;
}

export interface ReasoningPart extends PartBase {
  type: 'reasoning';
  text: string;
  time: PartTime;
  metadata?: Record<string, unknown>;
}

/** A call and, once there is one, its result. */
export interface ToolPart extends PartBase {
  type: 'tool';
  tool: string;
  callID: string;
  state: ToolState;
  metadata?: Record<string, unknown>;
}

export interface FilePart extends PartBase {
  type: 'file';
  mime: string;
  filename?: string;
  /** `data:` or `file:`. */
  url: string;
  source?: Record<string, unknown>;
  /** OpenCode attached it, not the user. */
  synthetic?: boolean;
}

/** A model call begins to answer. A second one without an end between them is another attempt. */
export interface StepStartPart extends PartBase {
  type: 'step-start';
  snapshot?: string;
}

/** A model call has answered. */
export interface StepFinishPart extends PartBase {
  type: 'step-finish';
  /** `stop`, `tool-calls`, `length`, … */
  reason: string;
  snapshot?: string;
  cost: number;
  tokens: Tokens;
}

export interface SnapshotPart extends PartBase {
  type: 'snapshot';
  snapshot: string;
}

/** The files of the workspace that a step changed. */
export interface PatchPart extends PartBase {
  type: 'patch';
  hash: string;
  files: string[];
}

/** `@name` in what the user says. */
export interface AgentPart extends PartBase {
  type: 'agent';
  name: string;
  source?: Record<string, unknown>;
}

/** From here on the conversation is replaced by a summary, which is the next message. */
export interface CompactionPart extends PartBase {
  type: 'compaction';
  auto: boolean;
  overflow?: boolean;
  tail_start_id?: string;
}

/** A command of the user that a sub-agent carries out. */
export interface SubtaskPart extends PartBase {
  type: 'subtask';
  prompt: string;
  description: string;
  agent: string;
  model?: { providerID: string; modelID: string };
  command?: string;
}

export interface RetryPart extends PartBase {
  type: 'retry';
  attempt: number;
  error: NativeError;
  time: { created: number };
}

export type Part =
  | TextPart
  | ReasoningPart
  | ToolPart
  | FilePart
  | StepStartPart
  | StepFinishPart
  | SnapshotPart
  | PatchPart
  | AgentPart
  | CompactionPart
  | SubtaskPart
  | RetryPart;

interface Span {
  start: number;
  end: number;
  /** When the output was left out of what the model gets to see. */
  compacted?: number;
}

/** The model is still writing the input. */
export interface ToolStatePending {
  status: 'pending';
  input: Record<string, unknown>;
  raw: string;
}

/** At work, or cut off while it was. */
export interface ToolStateRunning {
  status: 'running';
  input: Record<string, unknown>;
  title?: string;
  metadata?: Record<string, unknown>;
  time: Pick<Span, 'start'>;
}

/** Done. A command that failed is done, too: its exit code is in `metadata.exit`. */
export interface ToolStateCompleted {
  status: 'completed';
  input: Record<string, unknown>;
  output: string;
  title: string;
  metadata: Record<string, unknown>;
  time: Span;
  attachments?: FilePart[];
}

/** Refused, failed or stopped. */
export interface ToolStateError {
  status: 'error';
  input: Record<string, unknown>;
  error: string;
  metadata?: Record<string, unknown>;
  time: Span;
}

export type ToolState = ToolStatePending | ToolStateRunning | ToolStateCompleted | ToolStateError;

/** What went wrong, by a name that OpenCode gives it. */
export interface NativeError {
  name: string;
  data?: {
    message?: string;
    statusCode?: number;
    isRetryable?: boolean;
    providerID?: string;
    responseHeaders?: Record<string, string>;
    responseBody?: string;
    metadata?: Record<string, string>;
  };
}

/** Tokens of one model call, or of all of a session. What came from a cache is not in `input`. */
export interface Tokens {
  /** Absent up to 1.0, and of a session. */
  total?: number;
  input: number;
  /** From 1.3.16 on without the reasoning, before that with it. */
  output: number;
  reasoning: number;
  cache: { read: number; write: number };
}
