import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import type { OpenFile } from './open-file.js';
import type { PositionedRecord } from './positioned-records.js';

/** What must be known of an agent's records to begin reading in the middle of a file. */
export interface Paging {
  /** Whether messages depend on all that comes before them, by the first record of the file. */
  needsAll(first: JsonObject): boolean;
  /**
   * The records before which nothing is left open: no text waits for the record that repeats it, no
   * call for its output. A file cut there gives two lists of messages that, put together, are the
   * list of the whole. Indices, in order.
   */
  quietPoints(records: readonly PositionedRecord[]): number[];
  /** The records before a position that the messages after it depend on. */
  readSeeds(file: OpenFile, first: PositionedRecord | undefined, at: number): Promise<Seeds>;
  /** The ids of the calls that a record makes. */
  callsIn(record: JsonObject): readonly string[];
  /** The ids of the calls, each made by a record, that a record tells the outcome of. */
  answersIn(record: JsonObject): readonly string[];
  /** Texts of which one stands wherever more is told of calls without a result, by what was read. */
  answerMarks(calls: readonly string[], records: readonly PositionedRecord[]): readonly string[];
}

/** What an interpreter must have seen before it can begin in the middle of a file. */
export interface Seeds {
  readonly records: readonly JsonObject[];
  /** The plan that held then: one that only repeats it is no news. */
  readonly plan: DragomanEvent | undefined;
}

export const noSeeds: Seeds = { records: [], plan: undefined };
