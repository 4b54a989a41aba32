import { errorMessage } from '@dragoman/protocol/internal';
import { type Expired, findExpired } from '@dragoman/runtime';
import { EXIT, type ExitCode } from '../../exit-code.js';
import { cutLine, type Line, painted, printLines } from '../../terminal/line.js';
import type { Terminal } from '../../terminal/terminal.js';
import { formatBytes, formatCount, formatWhen } from '../../terminal/text/formats.js';
import { harmlessLine } from '../../terminal/text/harmless-text.js';
import { jsonLine } from '../../terminal/text/json-line.js';

export interface CleanOptions {
  readonly olderThan: number;
  /** In bytes. */
  readonly maxSize?: number;
  readonly agents?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

interface Cleaned extends Expired {
  /** Undefined without `--yes`. */
  readonly removed: boolean | undefined;
  readonly problem?: string;
}

/** `dragoman clean`: lists what has not been used for long; with `--yes` removes it. */
export async function clean(options: CleanOptions, terminal: Terminal): Promise<ExitCode> {
  const { olderThan, maxSize, agents, yes, json } = options;
  terminal.status('looking around…');
  const cleaned: Cleaned[] = [];
  const { signal } = terminal;
  const asked = { olderThanMs: olderThan, maxBytes: maxSize, installs: agents, signal };
  for (const expired of await findExpired(asked)) {
    if (signal.aborted) break;
    cleaned.push(yes ? await removed(expired) : { ...expired, removed: undefined });
  }
  if (json) await terminal.write(cleaned.map(asLine).join(''));
  else await printLines(cleanedLines(cleaned, terminal.columns), terminal);
  if (signal.aborted) return EXIT.interrupted;
  return cleaned.some((one) => one.removed === false) ? EXIT.failure : EXIT.success;
}

/** A failure is recorded, and the others are still removed. */
async function removed(expired: Expired): Promise<Cleaned> {
  try {
    await expired.remove();
    return { ...expired, removed: true };
  } catch (error) {
    return { ...expired, removed: false, problem: errorMessage(error) };
  }
}

function asLine({ remove: _remove, ...cleaned }: Cleaned): string {
  return jsonLine(cleaned);
}

/** What was or would be removed: one line each, with its age and size. */
function cleanedLines(cleaned: readonly Cleaned[], columns: number | undefined): Line[] {
  if (cleaned.length === 0) return [painted('green', 'There is nothing to remove.')];
  const failed = cleaned.filter((one) => one.removed === false);
  const gone = cleaned.filter((one) => one.removed !== false);
  const amount = `${formatCount(gone.length, 'thing')}, ${sizeOf(gone)}`;
  const isDry = cleaned.every((one) => one.removed === undefined);
  const left = failed.length === 0 ? '' : `; ${failed.length} not`;
  return [
    painted('bold', isDry ? `${amount}, would be removed:` : `${amount}, removed${left}:`),
    ...cleaned.flatMap((one) => linesOf(one, columns)),
    ...(isDry ? dryNotes(cleaned).map((note) => painted('dim', note)) : []),
  ];
}

function dryNotes(cleaned: readonly Cleaned[]): string[] {
  const hasSessions = cleaned.some(({ kind }) => kind === 'session');
  return [
    ...(hasSessions ? ['What the sessions used stays counted in dragoman usage.'] : []),
    'To remove them, run the same command with --yes.',
  ];
}

function linesOf(one: Cleaned, columns: number | undefined): Line[] {
  const when = formatWhen(Date.parse(one.lastUsed), Date.now());
  const line: Line = [
    { text: `    ${one.kind} ` },
    { text: harmlessLine(one.name), format: 'bold' },
    { text: ` (${harmlessLine(one.about)}, last used ${when}, ${sizeOf([one])})` },
  ];
  const problem = one.problem === undefined ? [] : [`      ✗ ${harmlessLine(one.problem)}`];
  return [cutLine(line, columns), ...problem.map((text) => painted('red', text))];
}

function sizeOf(things: readonly Cleaned[]): string {
  const bytes = things.reduce((sum, thing) => sum + thing.bytes, 0);
  const isWhole = things.every((thing) => thing.isWhole);
  return `${isWhole ? '' : 'more than '}${formatBytes(bytes)}`;
}
