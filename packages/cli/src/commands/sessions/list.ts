import { homedir } from 'node:os';
import type { AgentName, SessionSummary } from '@dragoman/agents';
import { EXIT, type ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal/terminal.js';
import { untilStopped } from '../../terminal/until-stopped.js';
import {
  type InterpretableAgent,
  interpretableAgent,
  interpretableAgents,
} from '../interpretable-agent.js';
import { sessionHome } from './session-home.js';
import { sessionTable } from './session-table.js';

export interface ListSessionsOptions {
  readonly agent?: string;
  readonly home?: string;
  readonly limit?: number;
  readonly exact?: boolean;
  readonly json?: boolean;
}

/** A session and whose it is. */
export interface ListedSession extends SessionSummary {
  readonly agent: AgentName;
}

/** An agent whose sessions are wanted, and where they are. */
interface Place extends InterpretableAgent {
  readonly home: string;
}

const DEFAULT_LIMIT = 20;
/** So much is read in about a second, for figures that the ends of the files don't tell. */
const QUICKLY_READ = 64 * 1024 * 1024;

/** `dragoman sessions list`: what the agents on this machine have worked on, the latest first. */
export async function listSessions(
  options: ListSessionsOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const places = await placesOf(options);
  const listing = options.json ? asJson(places, options) : asTable(places, options, terminal);
  const listed = await untilStopped(listing, terminal.signal);
  if (listed === undefined) return EXIT.success;
  await terminal.write(listed.data);
  for (const note of listed.notes) terminal.say(note);
  return EXIT.success;
}

interface Listed {
  readonly data: string;
  readonly notes: readonly string[];
}

async function placesOf({ agent, home }: ListSessionsOptions): Promise<Place[]> {
  const wanted = agent === undefined ? interpretableAgents() : [interpretableAgent(agent)];
  return Promise.all(
    wanted.map(async (one) => ({
      ...one,
      home: await sessionHome(one.interpreter.sessions, home),
    })),
  );
}

async function asJson(places: readonly Place[], options: ListSessionsOptions): Promise<Listed> {
  const { limit, exact = false } = options;
  const sessions = await latestOf(places, { exact, ...(limit !== undefined && { limit }) });
  return { data: `${JSON.stringify(sessions.slice(0, limit), undefined, 2)}\n`, notes: [] };
}

async function asTable(
  places: readonly Place[],
  { limit = DEFAULT_LIMIT, exact }: ListSessionsOptions,
  { columns, paint, paintData }: Terminal,
): Promise<Listed> {
  // All of them, as an id is cut to what tells it from all others.
  const sessions = await latestOf(places, {});
  if (sessions.length === 0) {
    const looked = places.map(({ home }) => home).join(', ');
    return { data: '', notes: [`dragoman: No sessions in ${looked}.`] };
  }
  const shown = sessions.slice(0, limit);
  const isQuick = shown.reduce((sum, { bytes }) => sum + bytes, 0) <= QUICKLY_READ;
  const figures = exact || isQuick ? await latestOf(places, { limit, exact: true }) : [];
  const byPath = new Map(figures.map((session) => [session.path, session]));
  const data = sessionTable(
    sessions.map((session) => byPath.get(session.path) ?? session),
    { limit, now: Date.now(), home: homedir(), columns, paint: paintData },
  );
  const more = sessions.length - shown.length;
  const notes = [
    ...(more > 0 ? [`… and ${more} more (--limit ${sessions.length})`] : []),
    ...(exact || isQuick ? [] : ['Turns and tokens of long sessions take a while: --exact']),
  ];
  return { data, notes: notes.map((note) => paint('dim', note)) };
}

async function latestOf(
  places: readonly Place[],
  options: { readonly limit?: number; readonly exact?: boolean },
): Promise<ListedSession[]> {
  const sessions: ListedSession[] = [];
  for (const { name, home, interpreter } of places) {
    const found = await interpreter.sessions.list({ home, ...options });
    for (const session of found) sessions.push({ agent: name, ...session });
  }
  return places.length > 1 ? sessions.sort(latestFirst) : sessions;
}

function latestFirst(left: ListedSession, right: ListedSession): number {
  const [leftTime, rightTime] = [left, right].map((session) =>
    Date.parse(session.startedAt ?? session.updatedAt),
  );
  return (rightTime ?? 0) - (leftTime ?? 0);
}
