import type { EndEvent, JsonObject, UsageFigures } from '@dragoman/protocol';
import type { OpenRequest, TurnResource } from '@dragoman/protocol/http';
import type { AnswerReceipt, OpenedArtifact, ToolAnswer, Turn } from '@dragoman/runtime';
import type { RelayStore } from './relay-store.js';
import type { SessionStore } from './session-store.js';
import type { SharedLimits } from './shared-limits.js';

/**
 * Where turns are found, read and controlled, and where their sessions and conversations are kept. `files` is the one that
 * comes with the server; whoever has outgrown one machine puts another behind the same interface.
 */
export interface TurnStore {
  /** What a turn is to be started with, so that it is found again, whatever becomes of this process. */
  labels(entry: TurnEntry): Readonly<Record<string, string>>;
  /** A turn that this process conducts begins to be found by others. */
  add(turn: Turn, entry: TurnEntry): Promise<StoredTurn>;
  /** `undefined` where there is none: the id may be any text that a client sent. */
  find(turnId: string): Promise<StoredTurn | undefined>;
  /**
   * The latest first, each read when it is asked for. One that can't be read, or is gone in the meantime,
   * hides no other.
   */
  list(query: TurnQuery): AsyncIterable<StoredTurn>;
  /** A session that a turn of this client began or went on with. Another client's is none. */
  findSession(client: string, sessionId: string): Promise<StoredSession | undefined>;
  readonly sessions: SessionStore;
  readonly conversations: ConversationStore;
  readonly starts: StartStore;
  /** What is known of the relay of a turn. The id may be any text. */
  relay(turnId: string): RelayStore;
  /** What clients use at all servers of the store. Without it each process counts for itself. */
  readonly limits?: SharedLimits | undefined;
  /** Ends the turns whose owner died. What can't be ended is for the next one who looks at it. */
  recover(): Promise<void>;
  /**
   * Forgets what nobody comes back to: starts of long ago, conversations that nobody has gone on with
   * for long and whose turn is gone, and relays of turns that have ended.
   */
  prune(): Promise<void>;
  /** Whether turns can begin: rejects with the reason why not. */
  check(): Promise<void>;
  /** Lets go of what it holds. Turns go on. */
  close(): Promise<void>;
}

/** What is known of a turn from its start on. */
export interface TurnEntry {
  readonly id: string;
  /** The client that it belongs to. */
  readonly client: string;
  /** The name by which the client asked for the agent. */
  readonly agent: string;
  readonly workspace: string;
  readonly conversation?: string | undefined;
  /** The beginning of its prompt, without what looks like a secret. */
  readonly prompt?: string | undefined;
  /** Where it works, if that is a folder for its session alone. */
  readonly folder?: string | undefined;
  /** What the protocol of its client has to know of it again. */
  readonly notes?: JsonObject | undefined;
  readonly createdAt: string;
}

/** A session, and what a turn that goes on with it has to keep to. */
export interface StoredSession {
  readonly sessionId: string;
  readonly agent: string;
  readonly workspace: string;
  readonly folder?: string | undefined;
  /** Its latest turn. */
  readonly turnId: string;
  /** Where it can go on, in words, if that is not here. */
  readonly elsewhere?: string | undefined;
}

export interface TurnQuery {
  readonly client: string;
  readonly conversation?: string | undefined;
  readonly state?: TurnResource['state'] | undefined;
  /** Only turns that began before this one. */
  readonly before?: string | undefined;
}

/** A turn, wherever it is conducted. */
export interface StoredTurn {
  readonly entry: TurnEntry;
  status(): Promise<TurnStatus>;
  /**
   * Its events as lines of NDJSON, from a cursor to the `end`, as the journal has them. Throws
   * `cursor_expired` where events after the cursor are gone, and `cursor_beyond_end`.
   */
  lines(options: LinesOptions): AsyncIterable<string>;
  /** The same, as many lines at once as are there: for whoever passes them on. */
  batches(options: LinesOptions): AsyncIterable<LineBatch>;
  /**
   * Rejects with `cursor_expired` and `cursor_beyond_end`. It doesn't wait for the agent; where events take
   * a moment to get here, it waits for that.
   */
  checkCursor(after: number): Promise<void>;
  /**
   * A file that the turn announced, by its path. Rejects with `artifact_unknown` for any other, and with
   * `session_elsewhere` where another machine has it that is gone.
   *
   * @param from the first byte to read
   */
  artifact(path: string, from?: number): Promise<OpenedArtifact>;
  answer(requestId: string, answer: ToolAnswer): Promise<AnswerReceipt>;
  /** Resolves when the turn has ended. */
  cancel(reason?: string): Promise<void>;
  /**
   * More input for an agent at work. Rejects with `input_unsupported` where the turn takes none, with
   * `turn_over` where the agent is done, and with `input_busy` where it doesn't read.
   */
  input(text: string): Promise<void>;
}

/** Lines that were read at once. */
export interface LineBatch {
  /** Each with its newline. There is at least one. */
  readonly lines: readonly string[];
  /** The same as UTF-8, where the store has them: nobody needs to encode them again. */
  readonly bytes?: Uint8Array | undefined;
}

export interface LinesOptions {
  readonly after?: number | undefined;
  /** Ends the reading, not the turn. */
  readonly signal: AbortSignal;
}

/** Where a turn is now. */
export interface TurnStatus {
  readonly state: TurnResource['state'];
  readonly sessionId: string | undefined;
  readonly lastSeq: number;
  readonly requests: readonly OpenRequest[];
  readonly usage: UsageFigures | undefined;
  readonly end: EndEvent | undefined;
}

/** The conversations of clients, by the names that they gave them. */
export interface ConversationStore {
  find(client: string, name: string): Promise<Conversation | undefined>;
  /**
   * Makes a turn the one of its conversation; what is known of the conversation stays. Where another
   * turn is at work that stays, too, and is given back: of several that begin at once exactly one is
   * taken.
   */
  take(conversation: Conversation): Promise<Conversation | 'taken'>;
  /** What became known, such as the session. Nothing, if another turn has taken the conversation. */
  note(conversation: Conversation): Promise<void>;
  /** Gives up a turn that could not begin: the conversation is as it was before `take`. */
  release(conversation: Conversation): Promise<void>;
}

export interface Conversation {
  readonly client: string;
  readonly name: string;
  readonly agent: string;
  readonly workspace: string;
  /** Its folder, where the workspace is one for each session. */
  readonly folder?: string | undefined;
  /** The agent's own session, from the moment it is known. */
  readonly sessionId?: string | undefined;
  /** The turn that is at work, or was the last one. */
  readonly turnId: string;
  /** Where its session can go on, in words, if that is not here. A store says so; it is never noted. */
  readonly elsewhere?: string | undefined;
}

/** Which turn a client has begun under which of its keys: the same start again is the same turn. */
export interface StartStore {
  /** Notes a start, unless there is one of this client under this key, which is then given back. */
  claim(start: TurnStart): Promise<NotedStart | 'claimed'>;
  /** Its turn has begun. */
  note(start: TurnStart): Promise<void>;
  /** Gives up a start that was refused: the next one under its key begins a turn. */
  release(start: TurnStart): Promise<void>;
}

export interface TurnStart {
  readonly client: string;
  readonly key: string;
  /** Of what was asked: another body under the same key is refused. */
  readonly bodyHash: string;
  readonly turnId: string;
}

export interface NotedStart extends TurnStart {
  /** Whether its turn has begun: if that isn't there, it is gone. Otherwise it may be to come. */
  readonly hasBegun: boolean;
}
