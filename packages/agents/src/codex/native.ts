// What Codex writes, as types: one per record and item, of every version that was looked at. A test
// compiles the recordings against them. Nothing that reads real output trusts them, since versions
// differ and lines get torn.

import type { LegacyEvent } from './native/legacy-events.js';
import type { RolloutRecord } from './native/rollout.js';
import type { ThreadEvent } from './native/thread-events.js';

export type { EventMessage, EventMessageEvent, TurnItem } from './native/event-messages.js';
export type {
  LegacyEvent,
  LegacyHeader,
  LegacyMessage,
  LegacyPrompt,
} from './native/legacy-events.js';
export type {
  BareEvent,
  BareHeader,
  BareState,
  CompactedEvent,
  ContentItem,
  ResponseItem,
  ResponseItemCustomToolCall,
  ResponseItemCustomToolCallOutput,
  ResponseItemEvent,
  ResponseItemFunctionCall,
  ResponseItemFunctionCallOutput,
  ResponseItemLocalShellCall,
  ResponseItemMessage,
  ResponseItemReasoning,
  ResponseItemWebSearchCall,
  RolloutRecord,
  SessionMetaEvent,
  TokenUsageRecordEvent,
  TurnContextEvent,
  WorldStateEvent,
} from './native/rollout.js';
export type {
  AgentMessageItem,
  CollabToolCallItem,
  CommandExecutionItem,
  ErrorEvent,
  ErrorItem,
  FileChangeItem,
  ItemCompletedEvent,
  ItemStartedEvent,
  ItemUpdatedEvent,
  McpToolCallItem,
  ReasoningItem,
  ThreadEvent,
  ThreadItem,
  ThreadStartedEvent,
  TodoListItem,
  TurnCompletedEvent,
  TurnFailedEvent,
  TurnStartedEvent,
  WebSearchItem,
} from './native/thread-events.js';

/** Any record Codex writes: to stdout, or to a session file. */
export type CodexEvent = ThreadEvent | LegacyEvent | RolloutRecord;
