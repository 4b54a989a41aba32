/** What Codex writes above an output: how the command ended, how long it took. */
export interface OutputHeader {
  readonly exitCode: number | undefined;
  readonly seconds: number | undefined;
  readonly runningSession: number | undefined;
  readonly originalTokens: number | undefined;
  /** True where the header says no more than the time: another form may follow. */
  readonly isWrapper: boolean;
  /** What follows the header. */
  readonly rest: string;
}

type Field = 'chunk' | 'exitCode' | 'seconds' | 'runningSession' | 'originalTokens' | 'lines';

interface LineForm {
  readonly field: Field;
  readonly opening: string;
  readonly value: RegExp;
}

const NUMBER = /^\d+$/;

/** The lines of a header, which ends with `Output:`. Their order differs from version to version. */
const lineForms: readonly LineForm[] = [
  { field: 'chunk', opening: 'Chunk ID: ', value: /^\S+$/ },
  { field: 'seconds', opening: 'Wall time: ', value: /^\d+(?:\.\d+)? seconds?$/ },
  { field: 'exitCode', opening: 'Process exited with code ', value: /^-?\d+$/ },
  { field: 'exitCode', opening: 'Exit code: ', value: /^-?\d+$/ },
  { field: 'runningSession', opening: 'Process running with session ID ', value: NUMBER },
  { field: 'originalTokens', opening: 'Original token count: ', value: NUMBER },
  { field: 'lines', opening: 'Total output lines: ', value: NUMBER },
];

const END = 'Output:';
const LONGEST_LINE = 80;

/** Above the header, 0.115 to 0.118 repeat the command, of any number of lines. */
const COMMAND = 'Command: ';
const BEHIND_COMMAND = '\nChunk ID: ';
/** So many lines of a command are tried that begin as a header does. */
const MOST_TRIED = 16;

/** Reads the header at the very start of an output; undefined when there is none. */
export function readOutputHeader(text: string): OutputHeader | undefined {
  if (!text.startsWith(COMMAND)) return readHeaderAt(text, 0);
  const behind = readHeaderAt(text, endOfCommand(text) + 1);
  if (behind !== undefined) return behind;
  // One that can't be quoted is repeated as it is.
  let start = text.indexOf(BEHIND_COMMAND);
  for (let tried = 0; start !== -1 && tried < MOST_TRIED; tried += 1) {
    const header = readHeaderAt(text, start + 1);
    if (header !== undefined) return header;
    start = text.indexOf(BEHIND_COMMAND, start + 1);
  }
  return undefined;
}

/** The end of the first line: a command is quoted for a shell, so what it holds of lines is in quotes. */
function endOfCommand(text: string): number {
  let quote: string | undefined;
  for (let at = COMMAND.length; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\' && quote !== "'") at += 1;
    else if (character === quote) quote = undefined;
    else if (quote !== undefined) continue;
    else if (character === '\n') return at;
    else if (character === '"' || character === "'") quote = character;
  }
  return text.length;
}

function readHeaderAt(text: string, from: number): OutputHeader | undefined {
  const found: Partial<Record<Field, number>> = {};
  let start = from;
  for (let count = 0; start < text.length; count += 1) {
    const form = lineForms.find(({ opening }) => text.startsWith(opening, start));
    if (form === undefined) {
      return count > 0 && isEnd(text, start) ? toHeader(found, count, text, start) : undefined;
    }
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    if (end - start > LONGEST_LINE || form.field in found) return undefined;
    const value = text.slice(start + form.opening.length, end);
    if (!form.value.test(value)) return undefined;
    found[form.field] = Number.parseFloat(value);
    start = end + 1;
  }
  return undefined;
}

function isEnd(text: string, start: number): boolean {
  const end = start + END.length;
  return text.startsWith(END, start) && (end === text.length || text[end] === '\n');
}

function toHeader(
  { exitCode, seconds, runningSession, originalTokens }: Partial<Record<Field, number>>,
  lines: number,
  text: string,
  endLine: number,
): OutputHeader {
  return {
    exitCode,
    seconds,
    runningSession,
    originalTokens,
    isWrapper: lines === 1 && seconds !== undefined,
    rest: text.slice(endLine + END.length + 1),
  };
}
