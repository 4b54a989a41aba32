import { homedir } from 'node:os';
import type { LoadedSession } from '@dragoman/agents';
import { addUsageFigures, type UsageFigures } from '@dragoman/protocol';
import type { OpenedSession } from '@dragoman/runtime';
import { EXIT, type ExitCode } from '../../exit-code.js';
import { loadMarkdown } from '../../terminal/conversation/load-markdown.js';
import type { Look } from '../../terminal/conversation/look.js';
import { renderConversation } from '../../terminal/conversation/render-conversation.js';
import { BLANK, type Line, painted, printLine } from '../../terminal/line.js';
import type { Terminal } from '../../terminal/terminal.js';
import { harmlessLine } from '../../terminal/text/harmless-text.js';
import { jsonLine } from '../../terminal/text/json-line.js';
import { untilStopped } from '../../terminal/until-stopped.js';
import { sessionFooter } from './session-footer.js';
import { sessionHeader } from './session-header.js';
import { type FindOptions, loadWanted, openWanted } from './wanted-session.js';

export interface ShowSessionOptions extends FindOptions {
  readonly last?: number;
  readonly json?: boolean;
  readonly full?: boolean;
  readonly all?: boolean;
  /** False: never through a pager. */
  readonly pager?: boolean;
}

/** So many lines are written at once: a write for each would take far longer. */
const LINES_PER_WRITE = 500;

/** `dragoman sessions show`: one session, as a conversation to read or as messages. */
export async function showSession(
  wanted: string,
  options: ShowSessionOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { signal } = terminal;
  const found = await untilStopped(openWanted(wanted, options, signal), signal);
  if (found === undefined) return EXIT.success;
  const session = await loadWanted(found, options.last, terminal);
  if (session === undefined) return EXIT.success;
  if (options.json) {
    await writeAll(jsonLines(session), terminal);
    for (const note of session.notes) terminal.say(`dragoman: ${harmlessLine(note)}`);
    return EXIT.success;
  }
  const show = () => showConversation(session, found, options, terminal);
  await (options.pager === false ? show() : terminal.page(show));
  return EXIT.success;
}

async function showConversation(
  session: LoadedSession,
  found: OpenedSession,
  options: ShowSessionOptions,
  terminal: Terminal,
): Promise<void> {
  const { signal } = terminal;
  const markdown = await loadMarkdown(terminal);
  const agent = session.session?.agent ?? found.agent.name;
  const lines = conversation(session, agent, { ...options, markdown }, terminal);
  await writeAll(printed(lines, terminal), terminal);
  const usage = await untilStopped(usageOf(session, found, signal), signal);
  if (signal.aborted) return;
  const footer = sessionFooter(session, usage);
  if (footer.length > 0) await writeAll(printed([BLANK, ...footer], terminal), terminal);
}

/**
 * What the session used, its sub-agents included. A page knows only what it used itself; the whole takes
 * a moment, after the page is there to read.
 */
async function usageOf(
  session: LoadedSession,
  { path, agent: { interpreter }, run }: OpenedSession,
  signal: AbortSignal,
): Promise<UsageFigures | undefined> {
  const { usage, subAgentUsage, earlier } = session;
  if (earlier === undefined) {
    return subAgentUsage === undefined ? usage : addUsageFigures(usage, subAgentUsage);
  }
  return interpreter.sessions.usage(path, { signal, run });
}

function* conversation(
  session: LoadedSession,
  agent: string,
  { full, all, markdown }: ShowSessionOptions & Pick<Look, 'markdown'>,
  { columns }: Terminal,
): Generator<Line> {
  const home = homedir();
  yield* sessionHeader(session, agent, home);
  if (session.earlier !== undefined)
    yield painted('dim', '… what came before is left out (--last)');
  if (session.messages.length === 0) yield painted('dim', '(nothing was said)');
  yield* renderConversation(session.messages, {
    columns,
    full,
    all,
    markdown,
    cwd: session.session?.cwd,
    home,
  });
}

function* printed(lines: Iterable<Line>, { paintData }: Terminal): Generator<string> {
  for (const line of lines) yield printLine(line, paintData);
}

function* jsonLines({ messages }: LoadedSession): Generator<string> {
  for (const message of messages) yield jsonLine(message).trimEnd();
}

async function writeAll(lines: Iterable<string>, terminal: Terminal): Promise<void> {
  let batch: string[] = [];
  const flush = async () => {
    if (batch.length > 0) await terminal.write(`${batch.join('\n')}\n`);
    batch = [];
  };
  for (const line of lines) {
    batch.push(line);
    if (batch.length < LINES_PER_WRITE) continue;
    await flush();
    if (terminal.signal.aborted) return;
  }
  await flush();
}
