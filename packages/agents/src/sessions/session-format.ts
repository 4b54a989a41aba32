import type { JsonObject, UsageFigures } from '@dragoman/protocol';
import type { Interpreter } from '../interpret/interpreter.js';
import type { OpenFile } from './open-file.js';
import type { Paging } from './paging.js';
import type { SessionFacts } from './session-facts.js';
import type { SessionLayout } from './session-layout.js';

/**
 * What an agent tells of its session files, so that they can be found, listed, paged and read: where
 * they lie and who interprets them. The rest is for what is better known than found out.
 */
export interface SessionFormat {
  /** The name under which it is registered. */
  readonly agent: string;
  /** What people call the agent. */
  readonly title: string;
  readonly layout: SessionLayout;
  readonly interpreter: () => Interpreter;
  /** Absent: a list shows what the events of a session tell. */
  readonly summary?: SummaryFormat;
  /** Absent: a page takes reading the whole file. */
  readonly paging?: Paging;
  /** Absent: every file holds one record a line. */
  readonly documents?: DocumentFormat;
  /** What a session used, without interpreting it. Absent: it is interpreted. */
  readonly usage?: (file: OpenFile) => Promise<UsageFigures | undefined>;
}

/** How to learn of a session what its events don't tell. */
export interface SummaryFormat {
  readonly createReader: () => FactReader;
  /** The first line of a file without what is long to parse and shown in no list. */
  readonly shortenFirst?: (line: Buffer) => Buffer;
}

export interface FactReader {
  /** Each record, before the facts that its events tell: the first word counts. */
  push(record: JsonObject, facts: SessionFacts): void;
  /** What all records so far used. */
  usage(): UsageFigures | undefined;
  /** The same for the whole file by its last bytes, of which the first line may be cut off. */
  usageInTail?(tail: Buffer, facts: SessionFacts): UsageFigures | undefined;
}

/** Files that are one JSON document each. They are read whole. */
export interface DocumentFormat {
  /** Whether a file of this name is one. */
  isDocument(name: string): boolean;
  /** What the interpreter is shown of it, in order. */
  recordsOf(document: JsonObject): readonly JsonObject[];
}

/** A format whose files can be read from the middle. */
export type PagedFormat = SessionFormat & { readonly paging: Paging };
