import { dirname } from 'node:path';
import {
  type AgentName,
  agentNames,
  agents,
  createTextFinder,
  type RunCli,
  type SessionMatch,
  type TextFinder,
} from '@dragoman/agents';
import { scanSessions } from '@dragoman/agents/internal';
import { DragomanError } from '@dragoman/protocol';
import { defaultStateDirectory } from '@dragoman/sandbox';
import { createSessionRegistry } from '../sessions/session-registry.js';
import { agentCli } from './agent-cli.js';
import { begunCli } from './begun-cli.js';
import type { GatheredSession } from './gather-sessions.js';

/** A search for a text in sessions of all agents. */
export interface SessionSearch {
  /** Everything in one of the sessions that holds the text. Those that follow are looked at meanwhile. */
  matchesIn(index: number): Promise<readonly SessionMatch[]>;
  stop(): Promise<void>;
}

/** Begins to search sessions for a text, in their order. */
export function searchSessions(
  sessions: readonly GatheredSession[],
  text: string,
  signal: AbortSignal,
): SessionSearch {
  const finder = createTextFinder({ text });
  const scan = scanSessions(sessions, { text }, signal);
  const databaseMayHold = createDatabaseQuestions(finder, signal);
  return {
    async matchesIn(index) {
      const session = sessions[index];
      if (session === undefined || session.id === '') return [];
      if (!(await scan.mayHold(index)) || !(await databaseMayHold(session))) return [];
      const matches: SessionMatch[] = [];
      const { sessions: store } = agentOf(session).interpreter;
      const run = await cliOf(session);
      await store.search(session.path, finder, (match) => matches.push(match), { signal, run });
      return matches;
    },
    stop: scan.stop,
  };
}

/** Asks each database once which of its sessions may hold the text. A file is always gone through. */
function createDatabaseQuestions(finder: TextFinder, signal: AbortSignal) {
  const answers = new Map<string, Promise<readonly string[] | undefined>>();
  return async (session: GatheredSession): Promise<boolean> => {
    const { sessions } = agentOf(session).interpreter;
    if (sessions.mayHold === undefined || !sessions.isLocation?.(session.path)) return true;
    const home = dirname(session.path);
    const answer =
      answers.get(home) ?? sessions.mayHold(finder, { home, signal, run: await cliOf(session) });
    answers.set(home, answer);
    const ids = await answer;
    return ids === undefined || ids.includes(session.id);
  };
}

async function cliOf({ agent, id, origin }: GatheredSession): Promise<RunCli> {
  if (origin !== 'dragoman') return agentCli(agent);
  const registry = createSessionRegistry(defaultStateDirectory());
  // The user's own CLI, which nothing confines, is never run on a HOME that an agent could write to. Only
  // a database takes a CLI: a sub-agent's session is in a file, and nobody has registered it.
  return async (args, options) =>
    begunCli(await registry.require(agent, id), registry)(args, options);
}

function agentOf({ agent }: GatheredSession): (typeof agents)[AgentName] {
  const name = agentNames.find((known) => known === agent);
  if (name === undefined) throw new DragomanError('agent_unknown', `${agent} is no agent.`);
  return agents[name];
}
