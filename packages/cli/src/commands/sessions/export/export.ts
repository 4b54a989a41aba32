import { type LoadedSession, translate } from '@dragoman/agents';
import type { OpenedSession } from '@dragoman/runtime';
import { EXIT, type ExitCode } from '../../../exit-code.js';
import type { Terminal } from '../../../terminal/terminal.js';
import { harmlessLine } from '../../../terminal/text/harmless-text.js';
import { jsonLine } from '../../../terminal/text/json-line.js';
import { untilStopped } from '../../../terminal/until-stopped.js';
import { type FindOptions, loadWanted, openWanted } from '../wanted-session.js';
import { markdownOf } from './markdown.js';
import { pageOf } from './page.js';

export interface ExportOptions extends FindOptions {
  readonly to: 'markdown' | 'html' | 'json' | 'events';
}

/** `dragoman sessions export`: one session as a document, for people or for programs. */
export async function exportSession(
  wanted: string,
  options: ExportOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { signal } = terminal;
  const found = await untilStopped(openWanted(wanted, options, signal), signal);
  if (found === undefined) return EXIT.success;
  if (options.to === 'events') return writeEvents(found, terminal);
  const session = await loadWanted(found, undefined, terminal);
  if (session === undefined) return EXIT.success;
  for (const piece of await piecesOf(session, found.agent.name, options.to)) {
    if (signal.aborted) break;
    await terminal.write(piece);
  }
  for (const note of session.notes) terminal.say(`dragoman: ${harmlessLine(note)}`);
  return EXIT.success;
}

async function piecesOf(
  session: LoadedSession,
  agent: string,
  to: Exclude<ExportOptions['to'], 'events'>,
): Promise<Iterable<string>> {
  switch (to) {
    case 'markdown':
      return markdownOf(pageOf(session, agent));
    case 'html':
      // What reads Markdown takes longer to load than a small command.
      return (await import('./html.js')).htmlOf(pageOf(session, agent));
    case 'json': {
      const { session: about, messages, usage, subAgentUsage } = session;
      return [jsonLine({ agent, session: about, messages, usage, subAgentUsage })];
    }
  }
}

async function writeEvents(
  { path, agent, run }: OpenedSession,
  terminal: Terminal,
): Promise<ExitCode> {
  const { signal } = terminal;
  const text = await untilStopped(agent.interpreter.sessions.text(path, { signal, run }), signal);
  if (text === undefined) return EXIT.success;
  for await (const event of translate(text, { agent: agent.name, view: 'saved' })) {
    if (signal.aborted) break;
    await terminal.write(jsonLine(event));
  }
  return EXIT.success;
}
