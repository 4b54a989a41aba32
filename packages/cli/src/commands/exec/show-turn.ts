import { homedir } from 'node:os';
import type {
  ChangesEvent,
  DragomanEvent,
  JournaledEvent,
  WorkspaceRiskEvent,
} from '@dragoman/protocol';
import type { Turn } from '@dragoman/runtime';
import { lastTextOf, plainWords } from '@dragoman/runtime/internal';
import { createActivity } from '../../terminal/conversation/activity.js';
import { createLiveConversation } from '../../terminal/conversation/live-conversation.js';
import { loadMarkdown } from '../../terminal/conversation/load-markdown.js';
import { saidLines } from '../../terminal/conversation/look.js';
import { type Line, printLines, sayLines } from '../../terminal/line.js';
import type { Terminal } from '../../terminal/terminal.js';
import { harmlessLines } from '../../terminal/text/harmless-text.js';
import { withoutSettings } from './flag-names.js';
import { retryLine } from './retry-line.js';
import { turnStatus } from './turn-status.js';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;

interface ShowTurnOptions {
  readonly cwd: string;
  /** The prompt, which is not shown when the agent echoes it. */
  readonly prompt?: string;
  readonly full?: boolean | undefined;
  /** Whether to show all there is: outputs, inputs, durations, and what the agent writes to stderr. */
  readonly verbose?: boolean | undefined;
}

/** What was shown during a turn, and what is to be shown at its end. */
export interface ShownTurn {
  /** The error messages that were shown. */
  readonly shownFailures: ReadonlySet<string>;
  readonly risks?: WorkspaceRiskEvent;
  readonly changes?: ChangesEvent;
  readonly end?: Extract<JournaledEvent, { type: 'end' }>;
}

/** Shows a turn as a conversation while it runs. */
export async function showTurn(
  turn: Turn,
  options: ShowTurnOptions,
  terminal: Terminal,
): Promise<ShownTurn> {
  return showEvents(turn.events(), options, terminal, turnStatus(turn));
}

/** Shows events as a conversation as they come. */
export async function showEvents(
  events: AsyncIterable<JournaledEvent>,
  { cwd, prompt, full, verbose }: ShowTurnOptions,
  terminal: Terminal,
  status: (doing: string) => string = (doing) => doing,
): Promise<ShownTurn> {
  const { columns } = terminal;
  const markdown = await loadMarkdown(terminal);
  const live = createLiveConversation({
    columns,
    cwd,
    home: homedir(),
    markdown,
    full: full || verbose,
    timings: verbose,
  });
  const activity = createActivity();
  const shownFailures = new Set<string>();
  let risks: WorkspaceRiskEvent | undefined;
  let changes: ChangesEvent | undefined;
  let end: ShownTurn['end'];
  const stopProgress = showProgress(terminal, () => status(activity.words()));
  try {
    for await (const written of events) {
      const event = inPlainWords(written);
      activity.push(event);
      const retry = retryLine(event);
      if (retry !== undefined) terminal.say(terminal.paint('dim', retry));
      if (event.type === 'workspace_risk') risks = event;
      if (event.type === 'changes') changes = event;
      if (verbose && event.type === 'stderr') sayLines(diagnostics(event.content), terminal);
      if (event.type === 'end') end = event;
      for (const words of failureWords(event)) shownFailures.add(words);
      if (!isPrompt(event, prompt)) await printLines(live.push(event), terminal);
    }
  } finally {
    stopProgress();
  }
  return {
    shownFailures,
    ...(risks && { risks }),
    ...(changes && { changes }),
    ...(end && { end }),
  };
}

/** Failures without what means nothing to a person. */
function inPlainWords(event: JournaledEvent): JournaledEvent {
  if (event.type === 'error') {
    const message = plainWords(event.message);
    const isOwn = event.code === 'hosted_tool_removed' || event.code === 'host_refused';
    return { ...event, message: isOwn ? withoutSettings(message) : message };
  }
  if (event.type !== 'turn' || event.error === undefined) return event;
  return { ...event, error: { ...event.error, message: plainWords(event.error.message) } };
}

function isPrompt(event: DragomanEvent, prompt: string | undefined): boolean {
  return (
    event.type === 'message' && event.role === 'user' && event.content.trim() === prompt?.trim()
  );
}

function diagnostics(content: string): Line[] {
  return harmlessLines(content.trimEnd()).map((text) => [{ text: `  ${text}`, format: 'dim' }]);
}

function failureWords(event: DragomanEvent): string[] {
  if (event.type === 'error') return [event.message];
  if (event.type === 'turn' && event.error !== undefined) return [event.error.message];
  return [];
}

/** Writes the events of a turn as they are in its journal, one per line. */
export async function writeEvents(turn: Turn, terminal: Terminal): Promise<ShownTurn> {
  const status = turnStatus(turn);
  const stopProgress = showProgress(terminal, () => status('working'));
  try {
    for await (const line of turn.lines()) await terminal.write(line);
  } finally {
    stopProgress();
  }
  return { shownFailures: new Set() };
}

/** Waits for the end of a turn, and prints only what its agent said last. */
export async function showLastMessage(turn: Turn, terminal: Terminal): Promise<ShownTurn> {
  await turn.outcome;
  const look = { columns: terminal.columns, markdown: await loadMarkdown(terminal) };
  await printLines(saidLines(await lastTextOf(turn), look), terminal);
  return { shownFailures: new Set() };
}

/** Shows a status line with a spinner until the returned function is called. Only on a terminal. */
function showProgress(terminal: Terminal, line: () => string): () => void {
  if (!terminal.watched) return () => {};
  let frame = 0;
  const draw = () => {
    terminal.status(`${FRAMES[frame % FRAMES.length]} ${line()}`);
    frame += 1;
  };
  draw();
  const timer = setInterval(draw, FRAME_MS).unref();
  return () => {
    clearInterval(timer);
    terminal.status('');
  };
}
