import type { UsageFigures } from '@dragoman/protocol';
import type { Retention } from '../contract.js';
import type { StoredTurn } from './turn-store.js';

/**
 * The sessions of agents that turns made. One is named by a turn of it and by its id: who has the turn may
 * have the session. Its messages are read everywhere, as long as a server of the machine with its HOME is
 * there; what only that machine can do is rejected elsewhere with `session_elsewhere`.
 */
export interface SessionStore {
  /** Nothing where it has expired. */
  find(turn: StoredTurn, sessionId: string): Promise<KeptSession | undefined>;
  /** What was said, as the agent saved it. Rejects with `session_unknown` and `session_unreadable`. */
  messages(
    turn: StoredTurn,
    sessionId: string,
    query: MessagesQuery,
    bounds: LoadBounds,
  ): Promise<MessagePage>;
  /**
   * Removes a session: its HOME, the journals and artifacts of its turns, and its folder if it had one of
   * its own. A conversation stays known, as at `sweep`. Rejects with `session_unknown`, with
   * `session_busy` while a turn is at work, and with `session_forked` where another session needs its HOME
   * that is not to go with it, or is another client's.
   */
  remove(turn: StoredTurn, sessionId: string, options: RemoveOptions): Promise<void>;
  /**
   * Removes turns and sessions that nobody has used for long, or that are too much: the longest unused
   * first, never what is open. A conversation stays known, so that whoever goes on with it learns that its
   * session is gone.
   */
  sweep(options: SweepOptions): Promise<void>;
}

/** What is kept of a session. */
export interface KeptSession {
  readonly sessionId: string;
  readonly firstPrompt?: string | undefined;
  readonly modelId?: string | undefined;
  readonly turns: number;
  readonly usage?: UsageFigures | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface MessagesQuery {
  readonly last: number;
  readonly before?: string | undefined;
}

/** A page of a saved session: its messages as JSON has them, and the mark of the page before. */
export interface MessagePage {
  readonly messages: unknown;
  readonly before?: string;
}

export interface LoadBounds {
  readonly signal: AbortSignal;
  /** Of a page, unless one message alone is longer. Default: 4 MiB. */
  readonly mostBytes?: number;
}

export interface RemoveOptions {
  /** Also the sessions that share its HOME: its forks, and the session that it is a fork of. */
  readonly withForks: boolean;
}

export interface SweepOptions {
  readonly retention: Retention;
  readonly signal: AbortSignal;
  /** For what could not be removed, which keeps nothing else from it. */
  readonly onFailure: (error: unknown) => void;
}
