import type { Agent } from '../agent.js';
import type { ListOptions, SessionSummary } from '../sessions/session-store.js';
import { askAll, type SessionScope, scopeOf } from './session-scope.js';

/** Which sessions to list. */
export interface ListSessionsOptions extends SessionScope {
  /** At most so many, the latest first; no others are opened. Default: all. */
  readonly limit?: number | undefined;
  /** Give only what names and the file system say, and open no file. */
  readonly brief?: boolean | undefined;
  /** Give turns and tokens also where that takes reading the whole file. */
  readonly exact?: boolean | undefined;
  /**
   * With `exact`: at most so many bytes of the files of sub-agents are read, for each agent. A session
   * that needs more is listed as without `exact`. Default: no limit.
   */
  readonly partBytes?: number | undefined;
}

/** A session in a list, and its agent. */
export interface ListedSession extends SessionSummary {
  readonly agent: string;
}

/** The sessions of several agents. */
export interface SessionList {
  /** Those last written to first. */
  readonly sessions: readonly ListedSession[];
  /** The ids of all there are, listed or not. */
  readonly ids: readonly string[];
  /** The agents that have any. */
  readonly agents: readonly string[];
  /** The folders that were looked through. */
  readonly homes: readonly string[];
  /** Why the sessions of some agents could not be listed. */
  readonly failures: readonly unknown[];
}

/**
 * The latest sessions of several agents. An agent whose sessions can't be listed doesn't hide those of
 * the others: see `failures`.
 *
 * @example
 * for (const { agent, id, firstPrompt } of (await listSessions({ limit: 20 })).sessions) …
 */
export async function listSessions(options: ListSessionsOptions = {}): Promise<SessionList> {
  const { limit, brief, exact = false, partBytes } = options;
  const ask = async ({ name, interpreter: { sessions } }: Agent) => {
    const scope = await scopeOf(name, sessions, options);
    const wanted: ListOptions = {
      ...scope,
      brief,
      exact,
      ...(limit !== undefined && { limit }),
      ...(partBytes !== undefined && { partBytes }),
    };
    // A CLI that has to be asked takes seconds for each.
    const [ids, listed] = await Promise.all([sessions.ids(scope), sessions.list(wanted)]);
    return {
      name,
      home: scope.home,
      ids,
      sessions: listed.map((one) => ({ agent: name, ...one })),
    };
  };
  const { answers, failures } = await askAll(options, ask);
  return {
    sessions: answers
      .flatMap(({ sessions }) => sessions)
      .sort((left, right) => Date.parse(right.updatedAt) - Date.parse(left.updatedAt))
      .slice(0, limit),
    ids: answers.flatMap(({ ids }) => ids),
    agents: answers.filter(({ ids }) => ids.length > 0).map(({ name }) => name),
    homes: [...new Set(answers.map(({ home }) => home))],
    failures,
  };
}
