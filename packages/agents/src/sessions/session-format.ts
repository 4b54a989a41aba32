import type { DragomanEvent, JsonObject, UsageFigures } from '@dragoman/protocol';
import type { Interpreter } from '../interpret/interpreter.js';
import type { OpenFile } from './open-file.js';
import type { PositionedRecord } from './positioned-records.js';
import type { SessionFile } from './session-files.js';
import type { SessionCopy } from './session-store.js';

// What an agent says about its session files. The folder `sessions` finds, lists, pages and reads them.

export interface SessionFormat {
  /** The name under which the agent is registered. */
  readonly agent: string;
  /** What people call the agent. */
  readonly title: string;
  readonly layout: SessionLayout;
  readonly interpreter: () => Interpreter;
  /** Absent: a list shows what the events of a session say. */
  readonly summary?: SummaryFormat;
  /** Absent: a page takes reading the whole file. */
  readonly paging?: Paging;
  /** The files beside that of a session which hold parts of it. Absent: there are none. */
  readonly parts?: SessionParts;
  /** Absent: every file holds one record a line. */
  readonly documents?: DocumentFormat;
  /** What a session used, without interpreting it. Absent: it is interpreted. */
  readonly usage?: (file: OpenFile) => Promise<UsageFigures | undefined>;
  /**
   * The files beside that of a session which its agent needs to go on with it elsewhere, and where the
   * session itself has to lie. Absent: none, and where it lies.
   */
  readonly copies?: (
    path: string,
    home: string,
  ) => readonly SessionCopy[] | Promise<readonly SessionCopy[]>;
  /** The last count of a session, where the agent goes on counting from that. */
  readonly count?: (file: OpenFile) => Promise<UsageFigures | undefined>;
}

/** A format whose files can be read from the middle. */
export type PagedFormat = SessionFormat & { readonly paging: Paging };

/** Where an agent keeps its session files, and what their names say. */
export interface SessionLayout {
  /** The agent's folder, as the agent finds it. */
  home(environment: Readonly<Record<string, string | undefined>>, userHome: string): string;
  /** The folders in it that hold sessions. */
  folders(home: string): readonly SessionFolder[];
  /** How deep files may lie in those: 0 for right in them. */
  readonly depth: number;
  /** The id of the session in a file; undefined for a file that is none. There may be very many. */
  idOf(name: string, path: string): string | undefined;
  /** True where a name has only the beginning of the id: to be sure takes opening the file. */
  readonly namesAreBeginnings?: boolean;
  /** Of several files of one session, those that hold it, by their names. Absent: there are none. */
  choose?(files: readonly SessionFile[]): readonly SessionFile[];
  /** When a session began, by the name of its file. */
  startOf?(name: string): string | undefined;
  /** The session whose agent started this one, by the path of its file. */
  parentOf?(path: string): string | undefined;
  /** The folder that the agent worked in, by files near that of the session. */
  workspaceOf?(path: string): string | undefined;
}

export interface SessionFolder {
  readonly path: string;
  readonly archived: boolean;
}

/** How to read from a session what a list shows and its events don't say. */
export interface SummaryFormat {
  readonly createReader: () => FactReader;
  /** The first line of a file without what is long to parse and shown in no list. */
  readonly shortenFirst?: (line: Buffer) => Buffer;
}

export interface FactReader {
  /** Each record, before the facts of its events: a fact that is set stays. */
  push(record: JsonObject, facts: SessionFacts): void;
  /** What all records so far used. */
  usage(): UsageFigures | undefined;
  /** The same for the whole file by its last bytes, of which the first line may be cut off. */
  usageInTail?(tail: Buffer, facts: SessionFacts): UsageFigures | undefined;
}

/** What the records of a session say about it. */
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

/** Sub-agents may have files of their own, and so may what a fork continues. A list counts what is in them. */
interface SessionParts {
  /** True where they come before the session, so that the first prompt is in them. */
  readonly comeFirst?: boolean;
  /** Whether a whole session file, or its beginning if they come first, names any. */
  areNamedIn(session: Buffer): boolean;
  /** The file of a session with its parts, to be read as one. */
  join(file: OpenFile): Promise<OpenFile>;
}

/** Files that are one JSON document each. They are read whole. */
interface DocumentFormat {
  /** Whether a file of this name is one. */
  isDocument(name: string): boolean;
  /** The records that the interpreter reads of it, in order. */
  recordsOf(document: JsonObject): readonly JsonObject[];
}

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
  /** The ids of the calls, each made by a record, that a record answers. */
  answersIn(record: JsonObject): readonly string[];
  /** Texts of which one occurs wherever calls without a result are answered, by what was read. */
  answerMarks(calls: readonly string[], records: readonly PositionedRecord[]): readonly string[];
}

/** What an interpreter must have seen before it can begin in the middle of a file. */
export interface Seeds {
  readonly records: readonly JsonObject[];
  /** The plan that held then: one that only repeats it is no news. */
  readonly plan: DragomanEvent | undefined;
}

export const noSeeds: Seeds = { records: [], plan: undefined };
