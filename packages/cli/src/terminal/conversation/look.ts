import { cutLine, type Format, type Line, painted, plain } from '../line.js';
import { cutText, wrapLine } from '../text/fit-text.js';
import { harmlessLines } from '../text/harmless-text.js';

/** The limit of a line if the columns are unknown. */
const LONGEST_LINE = 1000;

/** How a conversation is rendered. */
export interface Look {
  /** The columns of the terminal; if absent, lines are not wrapped. */
  readonly columns?: number | undefined;
  /** Don't shorten long outputs and lines. */
  readonly full?: boolean | undefined;
  /** Show the context that the agent was given, too: environment, instructions. */
  readonly all?: boolean | undefined;
  /** The folder the agent worked in; paths below it are shown relative to it. */
  readonly cwd?: string | undefined;
  /** The person's home, shown as `~`. */
  readonly home?: string | undefined;
  /** Show how long everything took. */
  readonly timings?: boolean | undefined;
  /** Renders the Markdown of an agent's texts; if absent, they are shown as they are written. */
  readonly markdown?: ((text: string, look: Look) => Line[]) | undefined;
  /** More of the text may come: only lines that can't change any more are wanted. */
  readonly isGrowing?: boolean | undefined;
}

/** The columns of what is laid out in any case. */
export const MARKED_COLUMNS = 80;

/** Beyond this, lines of prose are hard to follow. */
const PROSE_COLUMNS = 100;
/** However narrow the terminal and however deep the indentation. */
const MIN_COLUMNS = 20;

/** The same look with fewer columns, for indented lines. */
export function narrowed(look: Look, by: number): Look {
  if (look.columns === undefined) return look;
  return { ...look, columns: Math.max(MIN_COLUMNS, look.columns - by) };
}

/** The columns that prose is wrapped to; undefined if it is not wrapped. */
export function proseColumns({ columns }: Look): number | undefined {
  return columns === undefined ? undefined : Math.min(columns, PROSE_COLUMNS);
}

/** Prose, wrapped to the columns, without blank lines around it. */
export function proseLines(text: string, look: Look, format?: Format): Line[] {
  const columns = proseColumns(look);
  const lines = withoutBlankEnds(harmlessLines(text));
  const wrapped =
    columns === undefined ? lines : lines.flatMap((line) => wrapLine(line.trimEnd(), columns));
  const certain = look.isGrowing ? wrapped.slice(0, -1) : wrapped;
  return certain.map((line) => (format === undefined ? plain(line) : [{ text: line, format }]));
}

/** What an agent says, rendered if the look says how. */
export function saidLines(text: string, look: Look): Line[] {
  return look.markdown?.(text, look) ?? proseLines(text, look);
}

/** Lines from the first to the last that is not blank. */
export function withoutBlankEnds(lines: readonly string[]): string[] {
  const says = (line: string) => line.trim() !== '';
  const first = lines.findIndex(says);
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex(says) + 1);
}

interface CutOptions {
  readonly head: number;
  readonly tail: number;
}

/**
 * Lines of a program's output: each cut to the columns, and of many only the first and the last, with a
 * note of how many are left out. `full` keeps all.
 */
export function cutLines(lines: readonly Line[], { head, tail }: CutOptions, look: Look): Line[] {
  if (look.full) return [...lines];
  // How many lines are left out is certain at the end.
  if (look.isGrowing) return lines.slice(0, head);
  const fitted = (line: Line) =>
    look.columns === undefined ? shortened(line) : cutLine(line, look.columns);
  const left = lines.length - head - tail;
  // Replacing one line with a note saves nothing.
  if (left <= 1) return lines.map(fitted);
  const beginning = lines.slice(0, head);
  while (beginning.at(-1)?.length === 0) beginning.pop();
  return [
    ...beginning.map(fitted),
    painted('dim', `… ${left} more lines; --full shows all`),
    ...lines.slice(lines.length - tail).map(fitted),
  ];
}

function shortened(line: Line): Line {
  return line.map((span) =>
    span.text.length <= LONGEST_LINE ? span : { ...span, text: cutText(span.text, LONGEST_LINE) },
  );
}
