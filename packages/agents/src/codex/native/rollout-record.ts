import type { BareEvent } from './bare-event.js';
import type { EventMessageEvent } from './event-message.js';
import type { ResponseItemEvent } from './response-item.js';
import type { TokenUsage } from './token-usage.js';

/** A line of a session file. */
export type RolloutRecord =
  | SessionMetaEvent
  | TurnContextEvent
  | ResponseItemEvent
  | EventMessageEvent
  | CompactedEvent
  | WorldStateEvent
  | TokenUsageRecordEvent
  | BareEvent;

export interface SessionMetaEvent {
  timestamp: string;
  type: 'session_meta';
  payload: {
    id: string;
    timestamp: string;
    cwd: string;
    originator: string;
    cli_version: string;
    /** Up to 0.80; from 0.98 on `base_instructions`. */
    instructions?: string | null;
    base_instructions?: { text: string; provenance?: unknown };
    source?: string | { subagent: unknown };
    model_provider?: string | null;
    history_mode?: string;
    forked_from_id?: string;
    forked_from_ordinal_exclusive?: number;
    parent_thread_id?: string;
    git?: { commit_hash?: string; branch?: string; repository_url?: string };
  };
}

/** Before every call of the model up to 0.98, once a turn from 0.107 on. */
export interface TurnContextEvent {
  timestamp: string;
  type: 'turn_context';
  payload: {
    cwd: string;
    approval_policy: string;
    /** `mode` up to 0.80, `type` from 0.98 on. */
    sandbox_policy: { mode: string } | { type: string };
    model: string;
    effort?: string | null;
    summary: string;
    turn_id?: string;
  };
}

/** The conversation so far was replaced by a summary. */
export interface CompactedEvent {
  timestamp: string;
  type: 'compacted';
  payload: { message: string; replacement_history?: unknown[]; window_id?: string };
}

/** What the model has been told about its surroundings (from 0.150). */
export interface WorldStateEvent {
  timestamp: string;
  type: 'world_state';
  payload: { full: boolean; state: unknown };
}

/** What one call of the model used (from 0.166). */
export interface TokenUsageRecordEvent {
  timestamp: string;
  type: 'token_usage_record';
  payload: {
    thread_id: string;
    turn_id: string;
    response_id: string;
    usage: TokenUsage;
    turn_token_usage: TokenUsage;
    thread_token_usage: TokenUsage;
  };
}
