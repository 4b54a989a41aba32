import type { DragomanEvent, JsonObject } from '@dragoman/protocol';

/**
 * What became of a native record. `mapped`: its content is in the events, now or later.
 * `metadata`: understood, and not part of the conversation. `unknown`: no rule covers it.
 */
export type Carriage = 'mapped' | 'metadata' | 'unknown';

/** What an interpreter made of one record. */
export interface Interpretation {
  /** What the agent calls this sort of record, down to its parts: `item.completed/reasoning`. */
  readonly native: string;
  readonly carriage: Carriage;
  readonly events: readonly DragomanEvent[];
}

/**
 * Interprets the records of one agent in one of its views, in the order they were written. Pure,
 * stateful, deterministic, total: any JSON object is an answerable question.
 */
export interface Interpreter {
  push(record: JsonObject): Interpretation;
  /** The stream is over: gives what was held back. The interpreter is spent. */
  flush(): readonly DragomanEvent[];
}
