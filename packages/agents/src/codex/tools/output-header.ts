/** What Codex writes above an output: how the command ended, how long it took. */
export interface OutputHeader {
  readonly exitCode?: number;
  readonly seconds?: number;
  readonly runningSession?: number;
  readonly originalTokens?: number;
  /** True where the header says no more than the time: another form may follow. */
  readonly isWrapper: boolean;
  /** What follows the header. */
  readonly rest: string;
}

type Field = 'chunk' | 'exitCode' | 'seconds' | 'runningSession' | 'originalTokens' | 'lines';

/** The lines of a header, which ends with `Output:`. Their order differs from version to version. */
const lineForms: readonly (readonly [Field, RegExp])[] = [
  ['chunk', /^Chunk ID: (\S+)$/],
  ['seconds', /^Wall time: (\d+(?:\.\d+)?) seconds?$/],
  ['exitCode', /^(?:Process exited with code|Exit code:) (-?\d+)$/],
  ['runningSession', /^Process running with session ID (\d+)$/],
  ['originalTokens', /^Original token count: (\d+)$/],
  ['lines', /^Total output lines: (\d+)$/],
];

const END = 'Output:';
const LONGEST_LINE = 80;

/** Reads the header at the very start of an output; undefined when there is none. */
export function readOutputHeader(text: string): OutputHeader | undefined {
  const values = new Map<Field, string>();
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    if (end - start > LONGEST_LINE) return undefined;
    const line = text.slice(start, end);
    if (line === END) return values.size === 0 ? undefined : toHeader(values, text.slice(end + 1));
    const form = lineForms.find(([field, pattern]) => !values.has(field) && pattern.test(line));
    if (form === undefined) return undefined;
    values.set(form[0], form[1].exec(line)?.[1] ?? '');
    start = end + 1;
  }
  return undefined;
}

function toHeader(values: ReadonlyMap<Field, string>, rest: string): OutputHeader {
  const numbers: Partial<Record<Field, number>> = {};
  for (const [field, value] of values) {
    if (field !== 'chunk' && field !== 'lines') numbers[field] = Number(value);
  }
  return { ...numbers, isWrapper: values.size === 1 && values.has('seconds'), rest };
}
