import type { JsonObject } from '@dragoman/protocol';
import type { StoreOptions } from '../sessions/session-store.js';
import type { CountSession } from './counted-session.js';
import type { ModelCall } from './usage-rows.js';

// What an agent says about where and how it records what calls of models used. The folder `usage`
// finds, reads and adds up.

/** How an agent records what was used. */
export interface UsageFormat {
  /** Everything that may record it. */
  find(options: StoreOptions): Promise<UsageUnits>;
  /** Reads lines, or a document, from its beginning or from where it once stopped. */
  createReader(state?: unknown): UsageReader;
  /** Asks for what a database records. Absent: there is none. */
  query?(path: string, options: StoreOptions): Promise<readonly RecordedCall[]>;
  /** Reads the counts that processes leave of a whole session. Absent: they leave none. */
  readonly countSession?: CountSession;
}

/** Things in which usage is recorded. */
export interface UsageUnits {
  readonly units: readonly UsageUnit[];
  /** Why some could not be found. */
  readonly problems: readonly string[];
}

/** One thing that is read, and remembered, as a whole. */
export interface UsageUnit {
  /** A file of lines, which grows; a file, or several, of one document each; a database. */
  readonly kind: 'lines' | 'documents' | 'database';
  /** Its name among all, and its file or folder. */
  readonly path: string;
  /** The files that it is made of. */
  readonly files: readonly string[];
  /** The folder that its agent worked in, by files near it. Absent: it says so itself. */
  readonly cwdOf?: (() => string | undefined) | undefined;
}

/** A call, and the session it was made in. */
export interface RecordedCall extends ModelCall {
  readonly session: string;
  readonly cwd: string | undefined;
}

/** What a reader has learnt of the session of a file. */
export interface UsageSession {
  readonly id?: string | undefined;
  readonly cwd?: string | undefined;
}

/** Reads what a file records. */
export interface UsageReader {
  /** Shows the lines of a run of whole lines that may say something: where each begins and ends. */
  findLines(run: Buffer, show: (start: number, end: number) => void): void;
  /** What `read` needs of a line, if that can be had without parsing all of it. */
  quickly?(line: string): JsonObject | undefined;
  read(record: JsonObject, sink: UsageSink): void;
  session(): UsageSession;
  /** All it needs to go on later, as JSON has it. */
  state(): unknown;
}

export interface UsageSink {
  call(call: ModelCall): void;
  /** A count that a process leaves: what a session has used so far, in all. */
  count(count: SessionTotal): void;
}

/** What a session has used so far by a count of its agent, with what no line of it records. */
export interface SessionTotal {
  readonly models: Readonly<Record<string, ModelTotal>>;
  /** Absent: the agent doesn't know all prices. */
  readonly cost?: number | undefined;
}

export interface ModelTotal {
  readonly input: number;
  readonly cached: number;
  readonly written: number;
  readonly output: number;
  readonly reasoning: number;
  readonly cost: number;
}
