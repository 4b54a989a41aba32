// What Gemini CLI writes, as types: one per record, of every version that was looked at. They
// describe. Nothing that reads real output trusts them, since versions differ and lines get torn.

import type { SessionDocument, SessionRecord } from './native/session-record.js';
import type { StreamEvent } from './native/stream-event.js';

export type {
  GeminiMessage,
  MessageRecord,
  NoticeMessage,
  Part,
  PersonMessage,
  RewindRecord,
  SessionDocument,
  SessionHeader,
  SessionRecord,
  SetRecord,
  TokensSummary,
} from './native/session-record.js';
export type {
  ModelStreamStats,
  StreamErrorEvent,
  StreamEvent,
  StreamInitEvent,
  StreamMessageEvent,
  StreamResultEvent,
  StreamStats,
  StreamToolResultEvent,
  StreamToolUseEvent,
} from './native/stream-event.js';
export type {
  FileDiffDisplay,
  SubagentDisplay,
  SummaryDisplay,
  TodosDisplay,
  ToolCallRecord,
} from './native/tool-call-record.js';

/** Any record Gemini CLI writes: to stdout, or to a session file. */
export type GeminiEvent = StreamEvent | SessionRecord | SessionDocument;
