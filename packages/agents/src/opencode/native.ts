// What OpenCode writes, as types. They describe; nothing that reads real output trusts them, since
// versions differ and runs get cut off.

export type { ExportDocument, MessageWithParts } from './native/export-document.js';
export type { AssistantInfo, MessageInfo, UserInfo } from './native/message-info.js';
export type { NativeError } from './native/native-error.js';
export type {
  AgentPart,
  CompactionPart,
  FilePart,
  Part,
  PatchPart,
  ReasoningPart,
  RetryPart,
  SnapshotPart,
  StepFinishPart,
  StepStartPart,
  SubtaskPart,
  TextPart,
  ToolPart,
} from './native/part.js';
export type {
  ErrorEvent,
  ReasoningEvent,
  RunEvent,
  StepFinishEvent,
  StepStartEvent,
  TextEvent,
  ToolUseEvent,
} from './native/run-event.js';
export type { SessionInfo } from './native/session-info.js';
export type { Tokens } from './native/tokens.js';
export type {
  ToolState,
  ToolStateCompleted,
  ToolStateError,
  ToolStatePending,
  ToolStateRunning,
} from './native/tool-state.js';
