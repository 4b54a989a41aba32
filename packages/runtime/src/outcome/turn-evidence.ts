import type { EndStatus, UsageFigures } from '@dragoman/protocol';
import type { ProcessExit } from '@dragoman/sandbox';
import type { LimitName } from '../limits/turn-timers.js';

/** Why we ended a turn that would have gone on. */
export type StopCause = 'cancel' | 'kill' | 'resume_lost' | 'journal_limit' | LimitName;

/** Something that went wrong, in words and, where there is one, in a stable word. */
interface Problem {
  readonly message: string;
  readonly code?: string;
}

/** All that is known about how a turn went. What didn't happen is absent. */
export interface TurnEvidence {
  /** What to call the agent in words. */
  readonly command: string;
  /** Whether it is a plain program, whose words are not about a model and its provider. */
  readonly isProgram: boolean;
  /** Whether it says so when its turn is complete. */
  readonly expectsTerminal: boolean;
  /** Whether its process was started. */
  readonly started: boolean;
  /** What the agent itself said last about how its turn ended. */
  readonly said?: 'completed' | 'failed' | 'aborted';
  /** The last fatal error, or the failure, in the agent's words. */
  readonly problem?: Problem;
  /** The last error that wasn't fatal, in the agent's words, in a turn that it didn't end itself. */
  readonly remark?: string;
  /** Why it broke its turn off, where it did. */
  readonly abortReason?: string;
  readonly exit?: ProcessExit;
  readonly stopped?: { readonly cause: StopCause; readonly words?: string };
  /** What failed on our side: a stage of the turn, or its journal. */
  readonly failure?: Problem;
  /** The process that ran the turn has gone before its end. */
  readonly ownerLost?: { readonly words?: string };
  /** The end of what it wrote to stderr. */
  readonly stderrTail: string;
  /** Lines of its output that nobody could read. */
  readonly unparsedLines: number;
  readonly usage?: UsageFigures;
}

/** What a rule makes of the evidence. */
export interface Verdict {
  readonly status: EndStatus;
  readonly code?: string;
  readonly reason?: string;
  readonly warning?: string;
}
