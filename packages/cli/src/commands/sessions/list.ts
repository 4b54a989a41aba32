import { homedir } from 'node:os';
import type { AgentName, SessionSummary } from '@dragoman/agents';
import { EXIT, type ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal/terminal.js';
import { interpretableAgent, interpretableAgents } from '../interpretable-agent.js';
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

const DEFAULT_LIMIT = 20;

/** `dragoman sessions list`: what the agents on this machine have worked on, the latest first. */
export async function listSessions(
  options: ListSessionsOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const wanted =
    options.agent === undefined ? interpretableAgents() : [interpretableAgent(options.agent)];
  const homes: string[] = [];
  const sessions: ListedSession[] = [];
  for (const { name, interpreter } of wanted) {
    const home = await sessionHome(interpreter.sessions, options.home);
    homes.push(home);
    const found = await interpreter.sessions.list({ home, exact: options.exact ?? false });
    sessions.push(...found.map((session) => ({ agent: name, ...session })));
  }
  if (wanted.length > 1) sessions.sort(latestFirst);
  if (options.json) {
    await terminal.write(`${JSON.stringify(sessions.slice(0, options.limit), undefined, 2)}\n`);
    return EXIT.success;
  }
  if (sessions.length === 0) {
    terminal.say(`dragoman: No sessions in ${homes.join(', ')}.`);
    return EXIT.success;
  }
  await showTable(sessions, options.limit ?? DEFAULT_LIMIT, terminal);
  return EXIT.success;
}

async function showTable(
  sessions: readonly ListedSession[],
  limit: number,
  terminal: Terminal,
): Promise<void> {
  const table = sessionTable(sessions, {
    limit,
    now: Date.now(),
    home: homedir(),
    columns: terminal.columns,
    paint: terminal.paintData,
  });
  await terminal.write(table);
  const more = sessions.length - limit;
  if (more > 0)
    terminal.say(terminal.paint('dim', `… and ${more} more (--limit ${sessions.length})`));
}

function latestFirst(left: ListedSession, right: ListedSession): number {
  const [leftTime, rightTime] = [left, right].map((session) =>
    Date.parse(session.startedAt ?? session.updatedAt),
  );
  return (rightTime ?? 0) - (leftTime ?? 0);
}
