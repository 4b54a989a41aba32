import type { CallResult } from '../../interpret/emitted-calls.js';
import { splitLeftByHooks } from './left-by-hooks.js';
import { unwrapUntrusted } from './response-output.js';

const OUTPUT_OPENS = 'Output: ';
const OLD_HEADER = 'Command: ';
const TOO_LARGE = 'Output too large. Showing first ';
const NOTHING_PRINTED = '(empty)';
const NOT_SO = '(none)';
/** What a terminal says of a command that no signal ended, before 0.30. */
const NO_SIGNAL = '0';

/** The lines behind what a command printed, from the last to the first. Before 0.30 all of them come. */
const TAIL_LABELS = ['Process Group PGID', 'Background PIDs', 'Signal', 'Exit Code', 'Error'];

/** What the lines behind the output say. */
interface Tail {
  readonly [label: string]: string | undefined;
}

interface Printed {
  readonly output: string;
  readonly tail: Tail;
  readonly truncated: boolean;
}

/**
 * What became of a command, by what the model got of it. What a person was shown of it, where
 * that is text, is what it printed, to the letter: only that sets the lines behind the output apart
 * from the like that a command may print itself, and only that has all of a long output.
 */
export function readShellOutput(output: string, shown: string | undefined): CallResult {
  const text = unwrapUntrusted(output);
  const stopped = readStopped(text);
  if (stopped !== undefined) return stopped;
  const printed = readPrinted(text, shown);
  return printed === undefined ? { status: 'success', output: text } : resultOf(printed);
}

function resultOf({ output, tail, truncated }: Printed): CallResult {
  const code = Number(tail['Exit Code'] ?? 0);
  const signal = tail.Signal === NO_SIGNAL ? undefined : tail.Signal;
  const isFailed = (code !== 0 && !Number.isNaN(code)) || isSaid(signal) || isSaid(tail.Error);
  const result: CallResult = { status: isFailed ? 'error' : 'success', output };
  if (Number.isInteger(code)) result.exit_code = code;
  if (isSaid(signal)) delete result.exit_code;
  const failure = isSaid(tail.Error) ? tail.Error : signalWords(signal);
  if (failure !== undefined) result.error = { message: failure };
  if (truncated) result.truncated = true;
  return result;
}

function isSaid(value: string | undefined): value is string {
  return value !== undefined && value !== NOT_SO;
}

function signalWords(signal: string | undefined): string | undefined {
  return isSaid(signal) ? `Command terminated by signal: ${signal}` : undefined;
}

function readPrinted(text: string, shown: string | undefined): Printed | undefined {
  if (text.startsWith(TOO_LARGE)) return readCut(text, shown);
  const body = bodyOf(text);
  if (body === undefined) return undefined;
  const known = shown !== undefined && shown.trim() !== '' ? shown : undefined;
  if (known !== undefined && body.startsWith(known)) {
    return { output: known, tail: readTail(body.slice(known.length)).tail, truncated: false };
  }
  const { output, tail } = readTail(body);
  return { output: output === NOTHING_PRINTED ? '' : output, tail, truncated: false };
}

/** What is left of a long output, or all of it where a person was shown that. */
function readCut(text: string, shown: string | undefined): Printed {
  const kept = unwrapUntrusted(text.slice(text.indexOf('\n') + 1));
  const { output, tail } = readTail(bodyOf(kept) ?? kept);
  return shown === undefined || shown.length < output.length
    ? { output, tail, truncated: true }
    : { output: shown, tail, truncated: false };
}

/** All behind `Output: `, which before 0.30 two other lines come before. */
function bodyOf(text: string): string | undefined {
  if (text.startsWith(OUTPUT_OPENS)) return text.slice(OUTPUT_OPENS.length);
  if (!text.startsWith(OLD_HEADER)) return undefined;
  const folder = text.indexOf('\nDirectory: ');
  const at = folder === -1 ? -1 : text.indexOf(`\n${OUTPUT_OPENS}`, folder);
  return at === -1 ? undefined : text.slice(at + 1 + OUTPUT_OPENS.length);
}

/** Takes the known lines off the end of a text, and what hooks left there, which comes behind them. */
function readTail(body: string): { output: string; tail: Tail } {
  const before = splitLeftByHooks(body).result;
  const read = readLines(before);
  // A command may print the like itself, but not behind those lines.
  return before === body || Object.keys(read.tail).length > 0 ? read : readLines(body);
}

function readLines(body: string): { output: string; tail: Tail } {
  const tail: Record<string, string> = {};
  let end = body.length;
  for (const label of TAIL_LABELS) {
    const at = body.lastIndexOf('\n', end - 1);
    const opening = `\n${label}: `;
    if (at === -1 || !body.startsWith(opening, at)) continue;
    tail[label] = body.slice(at + opening.length, end);
    end = at;
  }
  return { output: body.slice(0, end), tail };
}

const EXITED = /^Command exited with code: (-?\d{1,10})$/;
const ENDED = ['Command terminated by signal: ', 'Command failed: '];

/**
 * What became of a command, by what a person is shown of it: what it printed, and only where that is
 * nothing, how it failed.
 */
export function readShellDisplay(shown: string): CallResult {
  const exited = EXITED.exec(shown);
  if (exited !== null) return { status: 'error', output: '', exit_code: Number(exited[1]) };
  if (ENDED.some((words) => shown.startsWith(words))) {
    return { status: 'error', output: '', error: { message: shown } };
  }
  return readStopped(shown) ?? { status: 'success', output: shown };
}

/** How the message begins that says that a command was stopped. */
const STOPPED = [
  'Command was automatically cancelled because ',
  'Command was cancelled by user before it could ',
  'Command cancelled by user.',
];

/** What stands before what it had printed, to the model and to a person. */
const PRINTED = [
  ' Below is the output before it was cancelled:\n',
  '\n\nOutput before cancellation:\n',
];
const NO_OUTPUT = ' There was no output before it was cancelled.';

/** The result of a command that was stopped; undefined where the words are other ones. */
function readStopped(text: string): CallResult | undefined {
  if (!STOPPED.some((words) => text.startsWith(words))) return undefined;
  for (const opening of PRINTED) {
    const at = text.indexOf(opening);
    if (at !== -1) return stopped(text.slice(0, at), text.slice(at + opening.length));
  }
  const message = text.endsWith(NO_OUTPUT) ? text.slice(0, -NO_OUTPUT.length) : text;
  return stopped(message, '');
}

function stopped(message: string, output: string): CallResult {
  return { status: 'error', output, error: { type: 'cancelled', message } };
}
