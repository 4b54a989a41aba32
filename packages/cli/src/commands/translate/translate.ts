import { createTranslator, type Interpreter, type Translator } from '@dragoman/agents';
import { createCodexLive } from '@dragoman/agents/codex';
import {
  createReducer,
  DragomanError,
  type DragomanEvent,
  encodeEvent,
  writeJson,
} from '@dragoman/protocol';
import { EXIT, type ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal/terminal.js';
import { formatCount } from '../../terminal/text/format-amount.js';
import { type InterpretableAgent, interpretableAgent } from '../interpretable-agent.js';
import { chooseView } from './choose-view.js';
import { leftOutNote } from './left-out-note.js';
import { openInput } from './open-input.js';
import { refusePacked } from './refuse-packed.js';
import { statsLines } from './stats-lines.js';
import type { View } from './tell-view.js';

export interface TranslateOptions {
  readonly agent?: string;
  readonly from?: View;
  readonly to: 'events' | 'messages';
  readonly stats?: boolean;
  readonly raw?: boolean;
  readonly legacyOnly?: boolean;
}

/** `dragoman translate`: the records of an agent in, the one language out. */
export async function translate(
  file: string | undefined,
  options: TranslateOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const agent = interpretableAgent(options.agent);
  checkLegacyOnly(agent, options);
  const source = file === undefined || file === '-' ? 'stdin' : file;
  const input = openInput(file, terminal);
  try {
    return await translateInput(refusePacked(input, source), { agent, source, options }, terminal);
  } finally {
    await input.return(undefined);
  }
}

interface Task {
  readonly agent: InterpretableAgent;
  readonly source: string;
  readonly options: TranslateOptions;
}

async function translateInput(
  input: AsyncIterable<Uint8Array>,
  task: Task,
  terminal: Terminal,
): Promise<ExitCode> {
  const { agent, source, options } = task;
  const { view, isEmpty, chunks } =
    options.from === undefined
      ? await chooseView(input, agent.interpreter)
      : { view: options.from, isEmpty: false, chunks: input };
  if (terminal.signal.aborted) return EXIT.success;
  if (isEmpty) return reportEmpty(source, terminal);
  if (view === undefined) throw untold(agent, source);

  const translator = createTranslator(interpreterOf(agent, view, options), {
    raw: options.raw ?? false,
  });
  if (options.to === 'events') await writeEvents(chunks, translator, terminal);
  else await writeMessages(chunks, translator, { view, agent: agent.name }, terminal);
  return report(translator, { ...task, view }, terminal);
}

function checkLegacyOnly(
  { name }: InterpretableAgent,
  { legacyOnly, from }: TranslateOptions,
): void {
  if (!legacyOnly) return;
  if (name !== 'codex') throw new DragomanError('usage', '--legacy-only is for codex.');
  if (from === 'saved') throw new DragomanError('usage', '--legacy-only is about the live view.');
}

function interpreterOf(
  { interpreter, version }: InterpretableAgent,
  view: View,
  { legacyOnly }: TranslateOptions,
): Interpreter {
  if (view === 'saved') return interpreter.saved();
  const known = version === undefined ? {} : { version };
  return legacyOnly ? createCodexLive({ ...known, threadEvents: false }) : interpreter.live(known);
}

/** Each event as soon as it is known. */
async function writeEvents(
  chunks: AsyncIterable<Uint8Array>,
  translator: Translator,
  terminal: Terminal,
): Promise<void> {
  const write = async (events: readonly DragomanEvent[]) => {
    if (events.length > 0) await terminal.write(events.map(encodeEvent).join(''));
  };
  for await (const chunk of chunks) {
    await write(translator.push(chunk));
    if (terminal.signal.aborted) return;
  }
  await write(translator.flush());
}

/** Messages may still change until the last event, so they come at the end. */
async function writeMessages(
  chunks: AsyncIterable<Uint8Array>,
  translator: Translator,
  { view, agent }: { view: View; agent: string },
  terminal: Terminal,
): Promise<void> {
  const reducer = createReducer({ source: view, agent });
  for await (const chunk of chunks) {
    for (const event of translator.push(chunk)) reducer.push(event);
    if (terminal.signal.aborted) return;
  }
  for (const event of translator.flush()) reducer.push(event);
  for (const message of reducer.snapshot().messages) {
    await terminal.write(`${writeJson(message)}\n`);
    if (terminal.signal.aborted) return;
  }
}

interface Translated extends Task {
  readonly view: View;
}

function report(translator: Translator, translated: Translated, terminal: Terminal): ExitCode {
  if (terminal.signal.aborted) return EXIT.success;
  const stats = translator.stats();
  const { agent, source, view, options } = translated;
  if (stats.lines === 0) return reportEmpty(source, terminal);
  if (options.stats) for (const line of statsLines(stats)) terminal.say(line);
  const isRecognised = stats.carriages.mapped + stats.carriages.metadata > 0;
  // Who asks for less than there is knows that little will be understood.
  if (!isRecognised && !options.legacyOnly) {
    throw new DragomanError(
      'nothing_recognised',
      `Nothing in ${source} is a ${view} record of ${agent.name} (${formatCount(stats.lines, 'line')}).`,
    );
  }
  const note = options.stats ? undefined : leftOutNote(stats, options);
  if (note !== undefined) terminal.say(terminal.paint('dim', `dragoman: ${note}`));
  return EXIT.success;
}

function reportEmpty(source: string, terminal: Terminal): ExitCode {
  terminal.say(`dragoman: ${source} is empty: there is nothing to translate.`);
  return EXIT.success;
}

function untold({ name }: InterpretableAgent, source: string): DragomanError {
  return new DragomanError(
    'view_untold',
    `Nothing at the beginning of ${source} tells whether it is the live output of ${name} or a saved session. If it is one of them, say --from live or --from saved.`,
  );
}
