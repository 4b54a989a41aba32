import { homedir } from 'node:os';
import type { AgentName } from '@dragoman/agents';
import {
  type GatheredSession,
  type GatheredSessions,
  gatherSessions,
  type SessionFilter,
  sessionFilter,
  withFigures,
} from '@dragoman/runtime';
import { EXIT, type ExitCode } from '../../exit-code.js';
import { differing, reportError } from '../../report-error.js';
import type { Terminal } from '../../terminal/terminal.js';
import { jsonLine } from '../../terminal/text/json-line.js';
import { untilStopped } from '../../terminal/until-stopped.js';
import { allAgents, chosenAgent } from '../chosen-agent.js';
import { sessionTable } from './session-table.js';

export interface ListSessionsOptions extends SessionFilter {
  readonly agent?: string;
  readonly search?: string;
  readonly limit?: number;
  readonly exact?: boolean;
  readonly json?: boolean;
}

const DEFAULT_LIMIT = 20;
/** So much is read in about a second, for figures that the ends of the files don't have. */
const QUICKLY_READ = 64 * 1024 * 1024;

/**
 * `dragoman sessions list`: what agents have worked on, the latest first. What can't be listed hides
 * nothing else; that is a failure only when there is nothing to show.
 */
export async function listSessions(
  folders: readonly string[],
  options: ListSessionsOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const chosen = options.agent === undefined ? allAgents() : [chosenAgent(options.agent)];
  const agents = chosen.map(({ name }) => name);
  const listing = options.json
    ? asJson(agents, folders, options, terminal)
    : asTable(agents, folders, options, terminal);
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
  folders: readonly string[],
  { limit, exact, search, ...wanted }: ListSessionsOptions,
  { signal }: Terminal,
): Promise<Listed> {
  const filter = await sessionFilter(wanted);
  const gathered = await gatherSessions({
    agents,
    folders,
    filter,
    search,
    limit,
    exact,
    signal,
  });
  const isFailure = isNothing(gathered);
  const data = gathered.sessions.map((session) => jsonLine(session)).join('');
  return { data, notes: [], failures: gathered.failures, isFailure };
}

async function asTable(
  agents: readonly AgentName[],
  folders: readonly string[],
  { limit = DEFAULT_LIMIT, exact, search, ...wanted }: ListSessionsOptions,
  { columns, paint, paintData, signal }: Terminal,
): Promise<Listed> {
  const filter = await sessionFilter(wanted);
  const gathered = await gatherSessions({ agents, folders, filter, search, limit, signal });
  const { sessions, failures, ids } = gathered;
  if (sessions.length === 0) {
    const isFailure = isNothing(gathered);
    return { data: '', notes: isFailure ? [] : [noneIn(gathered)], failures, isFailure };
  }
  const isQuick = sessions.reduce((sum, { bytes }) => sum + bytes, 0) <= QUICKLY_READ;
  const partBytes = exact === true ? Number.POSITIVE_INFINITY : QUICKLY_READ;
  const shown =
    exact === true || isQuick ? await withFigures(sessions, partBytes, signal) : sessions;
  const data = sessionTable(shown, {
    ids,
    now: Date.now(),
    home: homedir(),
    columns,
    paint: paintData,
  });
  const notes = [
    ...moreNotes(gathered),
    ...(shown.every(isCounted) ? [] : ['Turns and tokens of long sessions take a while: --exact']),
  ];
  return { data, notes: notes.map((note) => paint('dim', note)), failures, isFailure: false };
}

function noneIn({ ids, homes }: GatheredSessions): string {
  return ids.length === 0
    ? `dragoman: No sessions in ${homes.join(', ')}.`
    : `dragoman: No session matches (${ids.length} searched).`;
}

/** False for a session of which only the ends were read. */
function isCounted({ turns, problem }: GatheredSession): boolean {
  return turns !== undefined || problem !== undefined;
}

/** Folders that can't be read are listed, too, and have no id. */
function moreNotes({ sessions, count, isPartial }: GatheredSessions): string[] {
  if (isPartial) return [`… and more (--limit ${2 * sessions.length})`];
  const more = count - sessions.length;
  return more > 0 ? [`… and ${more} more (--limit ${count})`] : [];
}

function isNothing({ sessions, failures }: GatheredSessions): boolean {
  return sessions.length === 0 && failures.length > 0;
}
