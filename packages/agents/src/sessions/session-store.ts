import type { Transcript, UsageFigures } from '@dragoman/protocol';
import type { TranslationStats } from '../interpret/driver.js';
import type { SessionMatch } from './search-session.js';
import type { TextFinder } from './text-query.js';

/** What a list of sessions shows of each. What its file doesn't say is absent. */
export interface SessionSummary {
  /** Empty for a folder that can't be read: it is listed with its path and its problem. */
  readonly id: string;
  /** Its file, or whatever else `load` takes. */
  readonly path: string;
  /** When it began, in ISO 8601. */
  readonly startedAt?: string;
  /** When its file was last written to, in ISO 8601. */
  readonly updatedAt: string;
  readonly cwd?: string;
  readonly modelId?: string;
  /** The version of the CLI that began it. */
  readonly version?: string;
  /** The first thing the user said, whole. */
  readonly firstPrompt?: string;
  /** How many requests the user made. */
  readonly turns?: number;
  /** What it used, its sub-agents included. */
  readonly usage?: UsageFigures;
  /** How large its file is, unpacked. */
  readonly bytes: number;
  readonly archived: boolean;
  /** The session this one was forked from, or whose agent started it. */
  readonly parentId?: string;
  /** Why the file can't be read as a session; then little else is known of it. */
  readonly problem?: string;
}

/** How to run a CLI once. */
export interface RunCliOptions {
  /** Variables to set, beside those that it gets anyway. */
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs the CLI itself with some arguments, to its end, and gives what it wrote to stdout. That has to be
 * a file: OpenCode exits before a pipe has taken all of a long answer.
 */
export type RunCli = (args: readonly string[], options?: RunCliOptions) => Promise<string>;

/** Where to look for sessions. */
export interface StoreOptions {
  /** The folder in which the CLI keeps its things. */
  readonly home: string;
  /** Ends the work; it then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Needed where the CLI keeps its sessions in a database that only the CLI reads. */
  readonly run?: RunCli | undefined;
}

/** Which sessions to list. */
export interface ListOptions extends StoreOptions {
  /** At most so many, the latest first; no others are opened. Default: all. */
  readonly limit?: number;
  /**
   * Give only what names and the file system say, and open no file. An id may then be only the
   * beginning of one. What is in a database is listed whole.
   */
  readonly brief?: boolean | undefined;
  /**
   * Give turns and tokens also where that takes reading the whole file. Otherwise they are absent
   * when the beginning and the end of a file don't say.
   */
  readonly exact?: boolean;
  /**
   * With `exact`: at most so many bytes of the files of sub-agents are read, of all sessions together.
   * A session that needs more is listed as without `exact`. Default: no limit.
   */
  readonly partBytes?: number;
}

/** How to summarise sessions whose paths are known. */
export type SummariseOptions = Pick<ListOptions, 'exact' | 'partBytes' | 'signal'>;

/** Which messages of a session to load. */
export interface LoadOptions {
  /** Only the last so many messages, without reading what comes before them. */
  readonly last?: number | undefined;
  /**
   * With `last`: the messages before a page, by that page's `earlier`. Where that is undefined there
   * are none; without `before` the last messages of all are meant.
   */
  readonly before?: string | undefined;
  /** Ends the work; it then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Needed where the CLI keeps its sessions in a database that only the CLI reads. */
  readonly run?: RunCli | undefined;
}

/** A saved session, or a page of it, as messages. */
export interface LoadedSession extends Transcript {
  readonly path: string;
  readonly stats: TranslationStats;
  /** What a reader should know: a torn last line, lines left out, records that no rule covers. */
  readonly notes: readonly string[];
  /** A mark to pass as `before`, to get the page before this one. Absent when there is none. */
  readonly earlier?: string;
}

/** A file of a session, and where in another folder of the CLI's it has to lie. */
export interface SessionCopy {
  readonly from: string;
  /** Relative to the folder in which the CLI keeps its things. */
  readonly to: string;
  /** How a line has to read there; the same line, unless it must change. Absent: the file stays as it is. */
  readonly line?: (line: string) => string;
  /** The session in it, if it is another: one that the session is a fork of. */
  readonly origin?: string;
}

/** The sessions that a CLI keeps. */
export interface SessionStore {
  /** The CLI's folder, as the CLI finds it. */
  home(environment: Readonly<Record<string, string | undefined>>, userHome: string): string;
  /** The folders in it that hold sessions. */
  folders(home: string): readonly string[];
  /**
   * Those last written to first, whenever they began. A file or a folder that can't be read is listed
   * with its problem and doesn't hide the others.
   */
  list(options: ListOptions): Promise<SessionSummary[]>;
  /** What a list shows of some session files, wherever they are, in their order. */
  summarise(paths: readonly string[], options?: SummariseOptions): Promise<SessionSummary[]>;
  /**
   * The ids of all sessions, one for each file, without opening any: as much of each as its name
   * has. In no order.
   */
  ids(options: StoreOptions): Promise<string[]>;
  /**
   * The file of a session, by its id or an unambiguous beginning of it. Of several with the same id
   * the one that isn't archived. When there is none but not everything could be looked at, an error.
   */
  find(id: string, options: StoreOptions): Promise<string | undefined>;
  /** Whether a path is a location that `load` takes and no file has. Absent: there are none. */
  isLocation?(path: string): boolean;
  /**
   * The location of a session by its whole id, without asking the CLI. Undefined where it is in a file.
   * Absent: all are.
   */
  locate?(id: string, options: Pick<StoreOptions, 'home'>): Promise<string | undefined>;
  /**
   * The files that another folder of the CLI's needs, for the CLI to go on with a session there. Not
   * for a location that no file has.
   */
  copies(path: string, options: Pick<StoreOptions, 'home'>): Promise<readonly SessionCopy[]>;
  /**
   * Takes a file with the `text` of a location into the database of another folder of the CLI's. The
   * session then belongs to the folder that `run` starts the CLI in. Absent: there are no locations.
   */
  import?(file: string, options: StoreOptions): Promise<void>;
  load(path: string, options?: LoadOptions): Promise<LoadedSession>;
  /**
   * All that `load` reads, as the CLI wrote it: with what belongs to the session in other files. More
   * than 256 MB is an error (`session_unreadable`).
   */
  text(path: string, options?: Pick<LoadOptions, 'signal' | 'run'>): Promise<string>;
  /**
   * The ids of the sessions in a database that may hold a text. Absent, or undefined: they are in files,
   * which `search` goes through.
   */
  mayHold?(finder: TextFinder, options: StoreOptions): Promise<readonly string[] | undefined>;
  /**
   * Whether the bytes of a session's files may hold a text: if not, a search would find nothing.
   * Absent: only a search can say.
   */
  holds?(path: string, finder: TextFinder, options?: Pick<LoadOptions, 'signal'>): Promise<boolean>;
  /** Shows everything that was said, done or printed in a session and holds a text. */
  search(
    path: string,
    finder: TextFinder,
    onMatch: (match: SessionMatch) => void,
    options?: Pick<LoadOptions, 'signal' | 'run'>,
  ): Promise<void>;
  /** What the whole session used, its sub-agents included, without making messages of it. */
  usage(
    path: string,
    options?: Pick<LoadOptions, 'signal' | 'run'>,
  ): Promise<UsageFigures | undefined>;
  /**
   * The count with which the CLI goes on when it resumes the session: without what a killed process
   * had not counted yet. Absent: that is what the session used.
   */
  countOf?(path: string, options?: Pick<LoadOptions, 'signal'>): Promise<UsageFigures | undefined>;
}
