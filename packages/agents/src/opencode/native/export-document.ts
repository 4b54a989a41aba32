import type { MessageInfo } from './message-info.js';
import type { Part } from './part.js';
import type { SessionInfo } from './session-info.js';

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
