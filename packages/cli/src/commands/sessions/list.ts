import { homedir } from 'node:os';
import {
  type AgentName,
  listSessions as listSaved,
  type SessionList,
  type SessionSummary,
} from '@dragoman/agents';
import { errorMessage } from '@dragoman/protocol/internal';
import { EXIT, type ExitCode } from '../../exit-code.js';
import { reportError } from '../../report-error.js';
import type { Terminal } from '../../terminal/terminal.js';
import { untilStopped } from '../../terminal/until-stopped.js';
import { allAgents, chosenAgent } from '../chosen-agent.js';
import { agentCli } from './agent-cli.js';
import { sessionTable } from './session-table.js';

export interface ListSessionsOptions {
  readonly agent?: string;
  readonly home?: string;
  readonly limit?: number;
  readonly exact?: boolean;
  readonly json?: boolean;
}

const DEFAULT_LIMIT = 20;
/** So much is read in about a second, for figures that the ends of the files don't have. */
const QUICKLY_READ = 64 * 1024 * 1024;

/**
 * `dragoman sessions list`: what the agents on this machine have worked on, the latest first. An
 * agent whose sessions can't be listed keeps nobody from the others; that is a failure only when
 * there is nothing to show.
 */
export async function listSessions(
  options: ListSessionsOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const chosen = options.agent === undefined ? allAgents() : [chosenAgent(options.agent)];
  const agents = chosen.map(({ name }) => name);
  const listing = options.json
    ? asJson(agents, options, terminal)
    : asTable(agents, options, terminal);
  const listed = await untilStopped(listing, terminal.signal);
  if (listed === undefined) return EXIT.success;
  await terminal.write(listed.data);
  for (const note of listed.notes) terminal.say(note);
  for (const failure of differing(listed.failures)) reportError(failure, terminal);
  return listed.isFailure ? EXIT.failure : EXIT.success;
}

interface Listed {
  readonly data: string;
  readonly notes: readonly string[];
  readonly failures: readonly unknown[];
  /** Whether there is nothing to show because of the failures. */
  readonly isFailure: boolean;
}

async function asJson(
  agents: readonly AgentName[],
  { home, limit, exact }: ListSessionsOptions,
  { signal }: Terminal,
): Promise<Listed> {
  const gathered = await listSaved({ agents, run: agentCli, home, limit, exact, signal });
  const isFailure = isNothing(gathered);
  const data = isFailure ? '' : `${JSON.stringify(gathered.sessions, undefined, 2)}\n`;
  return { data, notes: [], failures: gathered.failures, isFailure };
}

async function asTable(
  agents: readonly AgentName[],
  { home, limit = DEFAULT_LIMIT, exact }: ListSessionsOptions,
  { columns, paint, paintData, signal }: Terminal,
): Promise<Listed> {
  const gathered = await listSaved({ agents, run: agentCli, home, limit, signal });
  const { sessions, failures } = gathered;
  if (sessions.length === 0) {
    const isFailure = isNothing(gathered);
    const looked = `dragoman: No sessions in ${gathered.homes.join(', ')}.`;
    return { data: '', notes: isFailure ? [] : [looked], failures, isFailure };
  }
  const isQuick = sessions.reduce((sum, { bytes }) => sum + bytes, 0) <= QUICKLY_READ;
  const partBytes = exact === true ? undefined : QUICKLY_READ;
  const figures =
    exact === true || isQuick
      ? await listSaved({ agents, run: agentCli, home, limit, exact: true, partBytes, signal })
      : undefined;
  const isExact = exact === true || figures?.sessions.every(isCounted) === true;
  const byPath = new Map(figures?.sessions.map((session) => [session.path, session]));
  const data = sessionTable(
    sessions.map((session) => byPath.get(session.path) ?? session),
    {
      ids: gathered.ids,
      isMixed: gathered.agents.length > 1,
      now: Date.now(),
      home: homedir(),
      columns,
      paint: paintData,
    },
  );
  const notes = [
    ...moreNotes(gathered),
    ...(isExact ? [] : ['Turns and tokens of long sessions take a while: --exact']),
  ];
  return { data, notes: notes.map((note) => paint('dim', note)), failures, isFailure: false };
}

/** False for a session of which only the ends were read. */
function isCounted({ turns, problem }: SessionSummary): boolean {
  return turns !== undefined || problem !== undefined;
}

/** Folders that can't be read are listed, too, and have no id. */
function moreNotes({ sessions, ids }: SessionList): string[] {
  const named = sessions.filter(({ id }) => id !== '').length;
  const more = ids.length - named;
  return more > 0 ? [`… and ${more} more (--limit ${sessions.length + more})`] : [];
}

function isNothing({ sessions, failures }: SessionList): boolean {
  return sessions.length === 0 && failures.length > 0;
}

/** What several agents say in the same words is said once. */
function differing(failures: readonly unknown[]): unknown[] {
  return [...new Map(failures.map((failure) => [errorMessage(failure), failure])).values()];
}
