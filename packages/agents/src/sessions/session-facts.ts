/** What the records of a session tell of it. */
export interface SessionFacts {
  id?: string | undefined;
  /** In ISO 8601. */
  startedAt?: string | undefined;
  version?: string | undefined;
  cwd?: string | undefined;
  modelId?: string | undefined;
  firstPrompt?: string | undefined;
  /** The session this one was forked from, or whose agent started it. */
  parentId?: string | undefined;
  /** Whether any record was one that the agent writes. */
  isSession: boolean;
  turns: number;
}
