import { createTranslator, type Interpreter, type Translator, type View } from '@dragoman/agents';
import { createReducer, DragomanError, type DragomanEvent, encodeEvent } from '@dragoman/protocol';
import { EXIT, type ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal/terminal.js';
import { formatCount } from '../../terminal/text/formats.js';
import { jsonLine } from '../../terminal/text/json-line.js';
import { chosenAgent } from '../chosen-agent.js';
import { legacyFormats } from './legacy-formats.js';
import { openInput } from './open-input.js';
import { type RecognisedInput, type RecordsAgent, recogniseInput } from './recognise-input.js';
import { refusePacked } from './refuse-packed.js';
import { leftOutNote, statsLines } from './stats-lines.js';
import { type VersionWatcher, watchVersions } from './version-notes.js';

export interface TranslateOptions {
  readonly agent?: string;
  readonly from?: View;
  readonly to: 'events' | 'messages';
  readonly stats?: boolean;
  readonly raw?: boolean;
  readonly legacyOnly?: boolean;
}

/** `dragoman translate`: reads the records of an agent and prints events or messages. */
export async function translate(
  file: string | undefined,
  options: TranslateOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const agent = options.agent === undefined ? undefined : chosenAgent(options.agent);
  checkLegacyOnly(agent, options.from, options);
  const source = file === undefined || file === '-' ? 'stdin' : file;
  const input = openInput(file, terminal);
  try {
    const known = { agent: options.agent, view: options.from, source };
    const recognised = await recogniseInput(refusePacked(input, source), known).catch(
      unlessStopped(terminal),
    );
    if (terminal.signal.aborted) return EXIT.success;
    if (recognised === undefined) return reportEmpty(source, terminal);
    return await translateInput(recognised, { source, options }, terminal);
  } finally {
    await input.return(undefined);
  }
}

/** Errors after an interrupt are not reported. */
function unlessStopped({ signal }: Terminal): (error: unknown) => undefined {
  return (error) => {
    if (!signal.aborted) throw error;
  };
}

interface Task {
  readonly source: string;
  readonly options: TranslateOptions;
}

async function translateInput(
  input: RecognisedInput,
  task: Task,
  terminal: Terminal,
): Promise<ExitCode> {
  const { agent, view, chunks } = input;
  const { options } = task;
  checkLegacyOnly(agent, view, options);
  const interpreter = interpreterOf(agent, view, options);
  const translator = watchVersions(
    createTranslator(interpreter, { raw: options.raw ?? false }),
    agent,
  );
  const written =
    options.to === 'events'
      ? await writeEvents(chunks, translator, terminal)
      : await writeMessages(chunks, translator, { view, agent: agent.name }, terminal);
  return report(translator, { ...task, agent, view, written }, terminal);
}

/** Refuses options that contradict `--legacy-only`, as far as they are known. */
function checkLegacyOnly(
  agent: RecordsAgent | undefined,
  view: View | undefined,
  { legacyOnly }: TranslateOptions,
): void {
  if (!legacyOnly) return;
  if (agent !== undefined && agent.interpreter.legacy === undefined) {
    const names = legacyFormats()
      .map(({ name }) => name)
      .join(', ');
    throw new DragomanError('usage', `--legacy-only is for ${names}.`);
  }
  if (view === 'saved') throw new DragomanError('usage', '--legacy-only is for live output.');
}

function interpreterOf(
  { interpreter, version }: RecordsAgent,
  view: View,
  { legacyOnly }: TranslateOptions,
): Interpreter {
  if (view === 'saved') return interpreter.saved();
  const known = version === undefined ? {} : { version };
  const older = legacyOnly ? interpreter.legacy?.live(known) : undefined;
  return older ?? interpreter.live(known);
}

/** Writes each event as soon as it is known, and returns their number. */
async function writeEvents(
  chunks: AsyncIterable<Uint8Array>,
  translator: Translator,
  terminal: Terminal,
): Promise<number> {
  let count = 0;
  const write = async (events: readonly DragomanEvent[]) => {
    count += events.length;
    if (events.length > 0) await terminal.write(events.map(encodeEvent).join(''));
  };
  for await (const chunk of chunks) {
    await write(translator.push(chunk));
    if (terminal.signal.aborted) return count;
  }
  await write(translator.flush());
  return count;
}

/** Writes the messages at the end, because each event may change them, and returns their number. */
async function writeMessages(
  chunks: AsyncIterable<Uint8Array>,
  translator: Translator,
  { view, agent }: { view: View; agent: string },
  terminal: Terminal,
): Promise<number> {
  const reducer = createReducer({ source: view, agent });
  for await (const chunk of chunks) {
    for (const event of translator.push(chunk)) reducer.push(event);
    if (terminal.signal.aborted) return 0;
  }
  for (const event of translator.flush()) reducer.push(event);
  const { messages } = reducer.snapshot();
  for (const message of messages) {
    await terminal.write(jsonLine(message));
    if (terminal.signal.aborted) break;
  }
  return messages.length;
}

type Translated = Task & Omit<RecognisedInput, 'chunks'> & { readonly written: number };

function report(translator: VersionWatcher, translated: Translated, terminal: Terminal): ExitCode {
  if (terminal.signal.aborted) return EXIT.success;
  const stats = translator.stats();
  const { agent, source, view, options, written } = translated;
  if (stats.lines === 0) return reportEmpty(source, terminal);
  if (options.stats) {
    const made = [options.to, written] as const;
    for (const line of statsLines(stats, made, translator.notes())) terminal.say(line);
  }
  const isRecognised = stats.dispositions.mapped + stats.dispositions.metadata > 0;
  // With --legacy-only it is expected that few records are read.
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
