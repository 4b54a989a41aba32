import { addUsageFigures } from '../event/add-usage-figures.js';
import type { DragomanEvent } from '../event/dragoman-event.js';
import type { MessageRole } from '../event/text-events.js';
import type { InitEvent } from '../event/turn-events.js';
import type { UsageFigures } from '../event/usage-event.js';
import { deriveId } from '../id/derive-id.js';
import type { UnifiedContent } from '../message/content-block.js';
import { toMessageUsage } from '../message/to-message-usage.js';
import type { UnifiedMessage } from '../message/unified-message.js';
import type { TranscriptSession } from './transcript.js';

export interface MessageLogOptions {
  /** Whether the events come from a running agent or a saved session. Default `live`. */
  source?: UnifiedMessage['source'];
  /** The agent, where `init` may not say. */
  agent?: string;
  /** The time for events that carry none. Default: always 0, so that a result never depends on a clock. */
  now?: () => number;
}

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
  usage: UsageFigures | undefined;
  /** The message as last handed out, until the draft changes. */
  finished: UnifiedMessage | undefined;
}

/** What is known about a stream as a whole, for messages that began before it was said. */
interface MessageDefaults {
  readonly sessionId: string | undefined;
  readonly agent: string | undefined;
  readonly source: UnifiedMessage['source'];
}

/** A message to begin: what kind it is, what it says at first, and the event that began it. */
export interface NewMessage {
  readonly kind: string;
  readonly role: MessageRole;
  readonly event: DragomanEvent;
  readonly content: () => readonly UnifiedContent[];
  /** What sets it apart from others of its kind, where the agent gave no id. */
  readonly opening: string;
  readonly nativeId?: string | undefined;
  readonly parentToolId?: string | undefined;
  readonly model?: string | undefined;
  readonly synthetic?: string | undefined;
  readonly stopReason?: string | undefined;
}

export interface MessageLog {
  begin(message: NewMessage): MessageDraft;
  /** Takes a message back: what it says has turned out to be said by another. */
  withdraw(draft: MessageDraft): void;
  /** Takes note of who is speaking; later fields add, none is erased. */
  introduce(event: InitEvent): void;
  /** Another turn begins: the agent's own ids may name other messages in it. */
  beginTurn(): void;
  nameTurn(turnId: string | undefined): void;
  /** Puts an amount to a message of this turn, now or when the message comes. */
  addUsageTo(nativeId: string, usage: UsageFigures): void;
  session(): TranscriptSession | undefined;
  messages(): UnifiedMessage[];
}

/**
 * The messages of a transcript in the order they began, and where their ids come from: the agent's
 * own id, else a hash of the session, the message's position, its kind and its beginning. The position is
 * the time the agent recorded, so that a page of a long session has the ids of the whole; without
 * one it is the ordinal among messages of the kind.
 */
export function createMessageLog(options: MessageLogOptions = {}): MessageLog {
  const drafts: MessageDraft[] = [];
  const withdrawn = new Set<MessageDraft>();
  const ids = new Set<string>();
  /** The messages of this turn by the agent's own ids, the first of each. */
  const byNativeId = new Map<string, MessageDraft>();
  const usageOfComing = new Map<string, UsageFigures>();
  const ordinals = new Map<string, number>();
  /** How often an id that was derived here was wanted again: the same words at the same time. */
  const repeats = new Map<string, number>();
  let session: TranscriptSession | undefined;
  let turnId: string | undefined;

  const freshId = (message: NewMessage): string => {
    const ordinal = (ordinals.get(message.kind) ?? 0) + 1;
    ordinals.set(message.kind, ordinal);
    const { nativeId } = message;
    if (nativeId !== undefined && nativeId !== '' && !ids.has(nativeId)) return nativeId;
    const position = nativeTime(message.event) ?? ordinal;
    const first = deriveId(session?.id ?? '', position, message.kind, message.opening);
    let id = first;
    while (ids.has(id)) {
      const repeat = (repeats.get(first) ?? 0) + 1;
      repeats.set(first, repeat);
      id = deriveId(first, repeat);
    }
    return id;
  };

  return {
    begin(message) {
      const id = freshId(message);
      const { nativeId = '' } = message;
      const isNamed = nativeId !== '' && !byNativeId.has(nativeId);
      const { event } = message;
      const recorded = event.ts === undefined ? Number.NaN : Date.parse(event.ts);
      const isDated = !Number.isNaN(recorded);
      // Spelt out, not spread: this is the object a long session has most of.
      const draft: MessageDraft = {
        id,
        role: message.role,
        timestamp: isDated ? recorded : (options.now?.() ?? 0),
        timestampSource: isDated && nativeTime(event) !== undefined ? 'native' : 'received',
        sessionId: session?.id,
        turnId,
        agent: session?.agent,
        model: message.role === 'assistant' ? (message.model ?? session?.modelId) : undefined,
        parentToolUseId: message.parentToolId,
        synthetic: message.synthetic,
        content: message.content,
        stopReason: message.stopReason,
        usage: isNamed ? usageOfComing.get(nativeId) : undefined,
        finished: undefined,
      };
      drafts.push(draft);
      ids.add(id);
      if (isNamed) byNativeId.set(nativeId, draft);
      return draft;
    },
    withdraw(draft) {
      withdrawn.add(draft);
    },
    introduce({ session_id, modelId, agent, version, cwd }) {
      session = {
        ...session,
        ...(session_id !== undefined && { id: session_id }),
        ...(modelId !== undefined && { modelId }),
        ...(agent !== undefined && { agent }),
        ...(version !== undefined && { version }),
        ...(cwd !== undefined && { cwd }),
      };
    },
    beginTurn() {
      turnId = undefined;
      byNativeId.clear();
      usageOfComing.clear();
    },
    nameTurn(id) {
      turnId = id;
    },
    addUsageTo(nativeId, usage) {
      const draft = byNativeId.get(nativeId);
      if (draft === undefined) {
        usageOfComing.set(nativeId, addUsageFigures(usageOfComing.get(nativeId), usage));
        return;
      }
      draft.usage = addUsageFigures(draft.usage, usage);
      markChanged(draft);
    },
    session: () => session,
    messages() {
      const defaults = {
        sessionId: session?.id,
        agent: session?.agent ?? options.agent,
        source: options.source ?? 'live',
      };
      const kept = withdrawn.size === 0 ? drafts : drafts.filter((draft) => !withdrawn.has(draft));
      return kept.map((draft) => finishMessage(draft, defaults));
    },
  };
}

/**
 * The journal stamps an event with `seq` and the time it was written; a time without `seq` is the
 * one that the agent recorded.
 */
function nativeTime(event: DragomanEvent): string | undefined {
  return event.seq === undefined ? event.ts : undefined;
}

/** To be called when a message has changed, so that the next snapshot shows it. */
export function markChanged(draft: MessageDraft): void {
  draft.finished = undefined;
}

/** The message a draft stands for. Unchanged drafts give the very same object again. */
function finishMessage(draft: MessageDraft, defaults: MessageDefaults): UnifiedMessage {
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
  if (draft.usage !== undefined) message.usage = toMessageUsage(draft.usage);
  if (sessionId !== undefined) message.sessionId = sessionId;
  if (draft.turnId !== undefined) message.turnId = draft.turnId;
  if (draft.parentToolUseId !== undefined) message.parentToolUseId = draft.parentToolUseId;
  if (draft.synthetic !== undefined) message.synthetic = draft.synthetic;
  if (draft.stopReason !== undefined) message.stopReason = draft.stopReason;
  draft.finished = message;
  return message;
}
