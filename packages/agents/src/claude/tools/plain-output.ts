import { isJsonObject } from '@dragoman/protocol';
import { textAt } from '../../interpret/json-fields.js';

/** The text of a result without what the CLI has put around it. */
export interface PlainOutput {
  readonly output: string;
  readonly exitCode: number | undefined;
  readonly truncated: boolean;
}

const EXIT_CODE = /^Exit code (\d{1,10})(?:\n|$)/;
const ERROR_OPEN = '<tool_use_error>';
const ERROR_CLOSE = '</tool_use_error>';
const PERSISTED = '<persisted-output>';
const REMINDER_OPEN = '\n\n<system-reminder>';
const REMINDER_CLOSE = '</system-reminder>';

/** What stands for nothing at all. */
const NO_OUTPUT = new Set(['(Bash completed with no output)', 'Tool ran without output or errors']);

const LONGEST_NOTHING = 64;

/** Stands where the CLI has left something out of a long output: `... [123 lines truncated] ...`. */
const CUT = ' truncated] ...';
/** What is shorter was never cut. */
const SHORTEST_CUT = 8000;

export function plainOutput(shown: string, name: string | undefined, rich: unknown): PlainOutput {
  if (shown.startsWith(PERSISTED)) {
    return { output: printed(rich) ?? shown, exitCode: undefined, truncated: true };
  }
  if (name === 'Bash') return commandOutput(shown);
  return { output: withoutReminder(withoutMarks(shown)), exitCode: undefined, truncated: false };
}

function commandOutput(shown: string): PlainOutput {
  // To look up a long text in a set takes going through all of it.
  if (shown.length < LONGEST_NOTHING && NO_OUTPUT.has(shown))
    return { output: '', exitCode: undefined, truncated: false };
  const failed = EXIT_CODE.exec(shown);
  const output = failed === null ? withoutMarks(shown) : shown.slice(failed[0].length);
  const exitCode = failed === null ? undefined : Number(failed[1]);
  return { output, exitCode, truncated: output.length > SHORTEST_CUT && output.includes(CUT) };
}

/** Of an output that was put into a file, the CLI keeps the beginning here. */
function printed(rich: unknown): string | undefined {
  if (!isJsonObject(rich)) return undefined;
  const [out, err] = [textAt(rich, 'stdout'), textAt(rich, 'stderr')];
  if (out === undefined || out === '') return err === '' ? out : (err ?? out);
  return err === undefined || err === '' ? out : `${out}\n${err}`;
}

function withoutMarks(shown: string): string {
  return shown.startsWith(ERROR_OPEN) && shown.endsWith(ERROR_CLOSE)
    ? shown.slice(ERROR_OPEN.length, -ERROR_CLOSE.length)
    : shown;
}

/** Up to 2.0, what was read ends with a word to the model. */
function withoutReminder(shown: string): string {
  const text = shown.trimEnd();
  if (!text.endsWith(REMINDER_CLOSE)) return shown;
  const start = text.lastIndexOf(REMINDER_OPEN);
  return start === -1 ? shown : text.slice(0, start);
}
