// What Claude Code writes, as types: one per line and record, of every version that was looked at. They
// describe. Nothing that reads real output trusts them, since versions differ and lines get torn.

import type { SessionRecord } from './native/session-record.js';
import type { StreamLine } from './native/stream-line.js';

export type {
  AssistantContent,
  ContentBlock,
  ImageBlock,
  TextBlock,
  ThinkingBlock,
  ToolResultBlock,
  ToolUseBlock,
  UserContent,
} from './native/content-block.js';
export type {
  AssistantRecord,
  AttachmentRecord,
  SessionRecord,
  SystemRecord,
  UserRecord,
} from './native/session-record.js';
export type {
  AssistantLine,
  ResultLine,
  StreamEventLine,
  StreamLine,
  SystemInitLine,
  SystemLine,
  UserLine,
} from './native/stream-line.js';
export type { TokenUsage } from './native/token-usage.js';

/** Any record Claude Code writes: to stdout, or to a session file. */
export type ClaudeEvent = StreamLine | SessionRecord;
