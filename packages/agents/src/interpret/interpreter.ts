import type { DragomanEvent, JsonObject } from '@dragoman/protocol';

/**
 * What became of a native record. `mapped`: its content is in the events, now or later.
 * `metadata`: understood, and not part of the conversation. `unknown`: no rule covers it.
 */
export type Disposition = 'mapped' | 'metadata' | 'unknown';

/** What an interpreter made of one record. */
export interface Interpretation {
  /** What the agent calls this sort of record, down to its parts: `item.completed/reasoning`. */
  readonly native: string;
  readonly disposition: Disposition;
  readonly events: readonly DragomanEvent[];
  /**
   * Of a record that holds others, such as a whole session in one document: what became of each.
   * They are counted in its stead.
   */
  readonly parts?: readonly InterpretedPart[];
}

/** What became of a record within a record. Its events are among those of the whole. */
export interface InterpretedPart extends Pick<Interpretation, 'native' | 'disposition'> {
  readonly record: JsonObject;
}

/**
 * Interprets the records of one agent in one of its views, in the order they were written. Pure,
 * stateful, deterministic, total: any JSON object is an answerable question.
 */
export interface Interpreter {
  push(record: JsonObject): Interpretation;
  /** The stream is over: gives what was held back. The interpreter is spent. */
  flush(): readonly DragomanEvent[];
  /** For files with many records that needn't be parsed to know what they say. Absent: there are none. */
  readonly skim?: Skim;
}

/** Takes records as the lines they are written in, where that will do. */
export interface Skim {
  /** Whether a line looks like such a record. Says nothing of those before it, so it may be asked early. */
  isMeant(line: string): boolean;
  /** What became of the record. Undefined: it has to be parsed and pushed after all. */
  push(line: string): Interpretation | undefined;
}
