/**
 * What the nodes of a server have to know together about the relay of one turn: who may come in, which
 * pages are there, and which page has which request. Requests and answers are not here: they are in the
 * journal of the turn. `TurnStore.relay` gives it, for any text, without looking whether there is such a turn.
 *
 * A relay is open from the first `open` to `close`. While it isn't, there is nothing: `join` and `touch`
 * give `over` and `false`, `claim` gives `undefined`, and nothing leaves anything behind.
 */
export interface RelayStore {
  /**
   * Lets a session in; the first one opens the relay. Several at once are as good as one another. Of more
   * than 64 those go that were opened first.
   */
  open(session: RelaySession): Promise<void>;
  /** `undefined` where there is none, or its time is over. The id may be any text that a client sent. */
  session(sessionId: string): Promise<RelaySession | undefined>;
  isOpen(): Promise<boolean>;
  /**
   * A page is there from now on, for `PRESENCE_MS` after it was seen last. Another load of a tab takes the
   * place of those before it, for ever: who was replaced gets `replaced`, also when it comes back. A page
   * that comes back otherwise is the same page with the tools that it has now. Of more than 32 those go
   * that were seen longest ago. Atomic: of two loads of one tab exactly one counts.
   */
  join(page: RelayPage): Promise<'there' | 'replaced' | 'over'>;
  /**
   * The page has been seen by a connection. `false`: that isn't its latest one any more, or the page is not
   * there, because it left, another load took its place, or all is over.
   */
  touch(instance: string, connection: string): Promise<boolean>;
  /**
   * The page has left by itself, until it joins again. Nothing, if another connection is its latest by now:
   * what closes and opens connections quickly may be heard in another order.
   */
  leave(instance: string, connection: string): Promise<void>;
  /** All pages that have joined, also those that have left. */
  pages(): Promise<readonly KnownPage[]>;
  /**
   * Gives a request to a page, unless another has it. Atomic: of many that ask at once, on whatever node,
   * one gets it. Gives the instance that has it, which may have had it before. It is of a turn at work, and
   * what was given stays known until its end, whatever else the store loses.
   */
  claim(requestId: string, instance: string): Promise<string | undefined>;
  /** The instance that has a request. The id may be any text that a client sent. */
  claimant(requestId: string): Promise<string | undefined>;
  /** Takes a request from a page, if that page has it. Atomic: never from a page that has claimed it since. */
  release(requestId: string, instance: string): Promise<void>;
  /** Forgets all of it. Sessions are unknown from now on. */
  close(): Promise<void>;
}

/** A laptop that sleeps for a minute has not left. */
export const PRESENCE_MS = 90_000;

export const MOST_SESSIONS = 64;
export const MOST_PAGES = 32;

/** Who may come in, by a token that only the page has. */
export interface RelaySession {
  readonly sessionId: string;
  /** Of the token, by SHA-256, in hexadecimal. */
  readonly tokenHash: string;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
  /** The tools that its pages may answer. Absent: all. */
  readonly tools?: readonly string[] | undefined;
}

/** One load of a page. */
export interface RelayPage {
  /** Letters, digits, `_` and `-`. */
  readonly instance: string;
  readonly tab: string;
  /** The latest connection of it. */
  readonly connection: string;
  /** Names of tools that it has. */
  readonly tools: readonly string[];
}

export interface KnownPage extends Omit<RelayPage, 'connection'> {
  /** It was seen a short time ago, has not left, and no other load has taken its place. */
  readonly isThere: boolean;
}
