import { homedir } from 'node:os';
import { agentNames, createTextFinder, type SessionMatch, type TextFinder } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import {
  type GatheredSession,
  gatherSessions,
  type SessionFilter,
  searchSessions,
  sessionFilter,
  withSummary,
} from '@dragoman/runtime';
import { EXIT, type ExitCode } from '../../exit-code.js';
import { reportErrors } from '../../report-error.js';
import { printLines } from '../../terminal/line.js';
import type { Terminal } from '../../terminal/terminal.js';
import { formatCount } from '../../terminal/text/formats.js';
import { jsonLine } from '../../terminal/text/json-line.js';
import { chosenAgent } from '../chosen-agent.js';
import { matchHeader, matchLines } from './match-lines.js';

export interface SearchOptions extends SessionFilter {
  readonly agent?: string;
  /** Lines to show around each match. */
  readonly context: number;
  readonly json?: boolean;
}

/**
 * `dragoman sessions search`: everything that was said, done or printed and holds a text, session by
 * session, the latest first. Nothing is held but the matches of one session.
 */
export async function showMatches(
  text: string,
  folders: readonly string[],
  options: SearchOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  if (text.trim() === '') throw new DragomanError('usage', 'Give a text to look for.');
  const { signal } = terminal;
  const finder = createTextFinder({ text });
  terminal.status('looking for sessions…');
  const names = options.agent === undefined ? agentNames : [chosenAgent(options.agent).name];
  const filter = await sessionFilter(options);
  // Only of those that hold the text more is shown than where they are.
  const brief = filter === undefined;
  const wanted = { agents: names, folders, filter, brief, signal };
  const { sessions, failures } = await gatherSessions(wanted);
  const { matchesIn, stop } = searchSessions(sessions, text, signal);
  const unreadable: unknown[] = [];
  let found = 0;
  try {
    for (const [index, session] of sessions.entries()) {
      terminal.status(`${index + 1} of ${sessions.length} sessions`);
      try {
        const matches = await matchesIn(index);
        found += matches.length;
        if (matches.length === 0) continue;
        const whole = brief ? await withSummary(session, signal) : session;
        await show(whole, matches, finder, options, terminal);
      } catch (error) {
        if (signal.aborted) return EXIT.interrupted;
        unreadable.push(error);
      }
    }
  } finally {
    await stop();
  }
  terminal.status('');
  reportErrors([...failures, ...unreadable], terminal);
  if (found > 0) return EXIT.success;
  const searched = sessions.length - unreadable.length;
  if (searched > 0 || failures.length + unreadable.length === 0) {
    const cased = text === text.toLowerCase() ? '' : ' Upper and lower case count in this text.';
    terminal.say(`dragoman: Not found in ${formatCount(searched, 'session')}.${cased}`);
  }
  return EXIT.failure;
}

async function show(
  session: GatheredSession,
  matches: readonly SessionMatch[],
  finder: TextFinder,
  { context, json }: SearchOptions,
  terminal: Terminal,
): Promise<void> {
  if (json) {
    const { agent, id, path, cwd } = session;
    const lines = matches.map(({ kind, text }) => jsonLine({ agent, id, path, cwd, kind, text }));
    await terminal.write(lines.join(''));
    return;
  }
  const options = { columns: terminal.columns, context, home: homedir(), now: Date.now() };
  const lines = matches.flatMap((match) => matchLines(match, finder, options));
  await printLines([matchHeader(session, options), ...lines, []], terminal);
}
