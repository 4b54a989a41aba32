import type { AssistantContent, UserContent } from './content-block.js';
import type { TokenUsage } from './token-usage.js';

interface MessageRecord {
  readonly uuid: string;
  /** The record before it; null for the first of a session, of a sub-agent and after a compaction. */
  readonly parentUuid: string | null;
  readonly sessionId: string;
  readonly timestamp: string;
  readonly cwd: string;
  readonly version: string;
  /** True for what a sub-agent says or does. */
  readonly isSidechain: boolean;
  /** The sub-agent, from 2.0 on. */
  readonly agentId?: string;
}

export interface UserRecord extends MessageRecord {
  readonly type: 'user';
  readonly message: { readonly role: 'user'; readonly content: UserContent };
  /** What is known of a result beside its text; of a failed call its error as text. */
  readonly toolUseResult?: unknown;
  /** Put there by the CLI. */
  readonly isMeta?: boolean;
  readonly isCompactSummary?: boolean;
}

export interface AssistantRecord extends MessageRecord {
  readonly type: 'assistant';
  readonly message: {
    readonly id: string;
    /** `<synthetic>` when no model wrote it. */
    readonly model: string;
    readonly content: AssistantContent;
    readonly stop_reason: string | null;
    readonly usage: TokenUsage;
  };
  readonly isApiErrorMessage?: boolean;
  readonly error?: string;
}

export interface SystemRecord extends MessageRecord {
  readonly type: 'system';
  readonly subtype: string;
  readonly content?: string;
}

/** Context that the CLI adds for the model. */
export interface AttachmentRecord extends MessageRecord {
  readonly type: 'attachment';
  readonly attachment: { readonly type: string };
}

/** What is kept about a session beside the conversation. */
interface StateRecord {
  readonly type:
    | 'ai-title'
    | 'cost-state'
    | 'custom-title'
    | 'file-history-snapshot'
    | 'last-prompt'
    | 'mode'
    | 'queue-operation'
    | 'summary';
}

/** A record of a session file. */
export type SessionRecord =
  | UserRecord
  | AssistantRecord
  | SystemRecord
  | AttachmentRecord
  | StateRecord;
