import type { NativeError } from './native-error.js';
import type { Tokens } from './tokens.js';
import type { ToolState } from './tool-state.js';

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
