import type { TaskResult } from '../src/run/task-result.js';

/** The result of a task that changed one file. */
export function taskResult(given: Partial<TaskResult> = {}): TaskResult {
  return {
    key: 'gen',
    agent: 'codex',
    model: null,
    branch: 'dragoman/simple/run_20260711_093000_1f0c22aa/k0123456789ab',
    baseCommit: 'a'.repeat(40),
    commit: 'b'.repeat(40),
    hasChanges: true,
    stats: { commits: 1, files: 1, insertions: 3, deletions: 1 },
    finalMessage: 'Done.',
    structured: undefined,
    exitCode: 0,
    sessionId: null,
    usage: null,
    costUsd: null,
    durationMs: 1000,
    warnings: [],
    ...given,
  };
}
