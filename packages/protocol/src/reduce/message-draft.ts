import type { MessageRole } from '../event/text-events.js';
import type { UnifiedContent } from '../message/content-block.js';
import type { MessageUsage } from '../message/message-usage.js';
import type { UnifiedMessage } from '../message/unified-message.js';

/** A message that may still change. */
export interface MessageDraft {
  readonly id: string;
  readonly role: MessageRole;
  readonly timestamp: number;
  readonly timestampSource: UnifiedMessage['timestampSource'];
  readonly sessionId: string | undefined;
  readonly turnId: string | undefined;
  readonly agent: string | undefined;
  readonly parentToolUseId: string | undefined;
  readonly synthetic: string | undefined;
  /** Its blocks as they are now, in a new array: what a snapshot was given never changes. */
  content: () => readonly UnifiedContent[];
  model: string | undefined;
  stopReason: string | undefined;
  usage: MessageUsage | undefined;
  /** The message as last handed out, until the draft changes. */
  finished: UnifiedMessage | undefined;
}

/** What is known about a stream as a whole, for messages that began before it was said. */
export interface MessageDefaults {
  readonly sessionId: string | undefined;
  readonly agent: string | undefined;
  readonly source: UnifiedMessage['source'];
}

/** To be called when a message has changed, so that the next snapshot shows it. */
export function markChanged(draft: MessageDraft): void {
  draft.finished = undefined;
}

/** The message a draft stands for. Unchanged drafts give the very same object again. */
export function finishMessage(draft: MessageDraft, defaults: MessageDefaults): UnifiedMessage {
  const sessionId = draft.sessionId ?? defaults.sessionId;
  const tool = draft.agent ?? defaults.agent ?? 'unknown';
  const last = draft.finished;
  if (last !== undefined && last.sessionId === sessionId && last.tool === tool) return last;
  const message: UnifiedMessage = {
    id: draft.id,
    role: draft.role,
    content: draft.content(),
    timestamp: draft.timestamp,
    timestampSource: draft.timestampSource,
    source: defaults.source,
    tool,
  };
  // Assigned, not spread: a session has as many of these as messages.
  if (draft.model !== undefined) message.model = draft.model;
  if (draft.usage !== undefined) message.usage = draft.usage;
  if (sessionId !== undefined) message.sessionId = sessionId;
  if (draft.turnId !== undefined) message.turnId = draft.turnId;
  if (draft.parentToolUseId !== undefined) message.parentToolUseId = draft.parentToolUseId;
  if (draft.synthetic !== undefined) message.synthetic = draft.synthetic;
  if (draft.stopReason !== undefined) message.stopReason = draft.stopReason;
  draft.finished = message;
  return message;
}
