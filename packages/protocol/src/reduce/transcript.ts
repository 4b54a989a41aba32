import type { EndStatus } from '../event/runtime-events.js';
import type { PlanItem } from '../event/turn-events.js';
import type { UsageFigures } from '../event/usage-event.js';
import type { UnifiedMessage } from '../message/unified-message.js';

/** Who spoke, as far as `init` has said. */
export interface TranscriptSession {
  readonly id?: string;
  readonly modelId?: string;
  readonly agent?: string;
  readonly version?: string;
  readonly cwd?: string;
}

/** How a turn ended, with the evidence. */
export interface TranscriptOutcome {
  readonly status: EndStatus;
  readonly exitCode?: number;
  readonly signal?: string;
  readonly reason?: string;
}

export interface TranscriptError {
  readonly message: string;
  readonly fatal: boolean;
  readonly code?: string;
}

/** What a stream of events amounts to. */
export interface Transcript {
  readonly messages: readonly UnifiedMessage[];
  /**
   * What the agent itself used, turn by turn added up: the `usage` events of a turn, or its `end` where
   * it had none. Absent while nobody has given a figure.
   */
  readonly usage?: UsageFigures;
  /** What sub-agents used, from the `usage` events with a `parent_tool_id`; not part of `usage`. */
  readonly subAgentUsage?: UsageFigures;
  /** How the latest turn ended; absent while that isn't known. */
  readonly outcome?: TranscriptOutcome;
  readonly session?: TranscriptSession;
  /** The latest plan. */
  readonly plan?: readonly PlanItem[];
  /** Calls without a final result, by `tool_id`, in the order they were made. */
  readonly unanswered: readonly string[];
  /** Results without a call, by `tool_id`. Each is a separate message. */
  readonly orphanResults: readonly string[];
  readonly errors: readonly TranscriptError[];
}
