// What Codex writes, as types: one per record and item, of every version that was looked at. They
// describe. Nothing that reads real output trusts them, since versions differ and lines get torn.

import type { LegacyEvent } from './native/legacy-event.js';
import type { RolloutRecord } from './native/rollout-record.js';
import type { ThreadEvent } from './native/thread-event.js';

export type {
  BareEvent,
  BareHeader,
  BareState,
} from './native/bare-event.js';
export type { EventMessage, EventMessageEvent } from './native/event-message.js';
export type {
  LegacyEvent,
  LegacyHeader,
  LegacyMessage,
  LegacyPrompt,
} from './native/legacy-event.js';
export type {
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
} from './native/response-item.js';
export type {
  CompactedEvent,
  RolloutRecord,
  SessionMetaEvent,
  TokenUsageRecordEvent,
  TurnContextEvent,
  WorldStateEvent,
} from './native/rollout-record.js';
export type {
  ErrorEvent,
  ItemCompletedEvent,
  ItemStartedEvent,
  ItemUpdatedEvent,
  ThreadEvent,
  ThreadStartedEvent,
  TurnCompletedEvent,
  TurnFailedEvent,
  TurnStartedEvent,
} from './native/thread-event.js';
export type {
  AgentMessageItem,
  CollabToolCallItem,
  CommandExecutionItem,
  ErrorItem,
  FileChangeItem,
  McpToolCallItem,
  ReasoningItem,
  ThreadItem,
  TodoListItem,
  WebSearchItem,
} from './native/thread-item.js';
export type { TurnItem } from './native/turn-item.js';

/** Any record Codex writes: to stdout, or to a session file. */
export type CodexEvent = ThreadEvent | LegacyEvent | RolloutRecord;
