import type { UsageFigures } from '@dragoman/protocol';

/** How much a task changed, from its base commit on. */
export interface ChangeStats {
  readonly commits: number;
  readonly files: number;
  readonly insertions: number;
  readonly deletions: number;
}

/** What a task that succeeded left. */
export interface TaskResult {
  readonly key: string;
  readonly agent: string | null;
  readonly model: string | null;
  /** Null: there is none, for nothing was changed or nothing was to be imported. */
  readonly branch: string | null;
  /** Where it began. */
  readonly baseCommit: string;
  /** Where it ended: the base, if it changed nothing. */
  readonly commit: string;
  readonly hasChanges: boolean;
  readonly stats: ChangeStats;
  /** The last that the agent said, or what a command printed. */
  readonly finalMessage: string;
  /** The answer that follows the task's `outputSchema`. */
  readonly structured: unknown;
  readonly exitCode: number | null;
  readonly sessionId: string | null;
  readonly usage: UsageFigures | null;
  /** In dollars. Null: nobody knows. */
  readonly costUsd: number | null;
  readonly durationMs: number;
  readonly warnings: readonly string[];
}
