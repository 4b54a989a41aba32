import { cutText, textWidth } from './fit-text.js';
import { formatTable } from './format-table.js';
import { harmlessLine } from './harmless-text.js';

/** A column, and the cell of each row in it. */
export interface Column {
  readonly head: string;
  readonly cells: readonly string[];
}

/** A table whose last column takes the room that the others leave. */
export interface FittedTable {
  readonly columns: readonly Column[];
  /** Columns that make room, in this order, for a last column that would have less than so much. */
  readonly dispensable: readonly (readonly [head: string, lastColumns: number])[];
  readonly last: {
    readonly head: string;
    /** The cells, each in so many columns. */
    readonly cells: (room: number) => readonly string[];
  };
  /** The columns of the terminal. Undefined: nothing has to make room. */
  readonly room: number | undefined;
  readonly paintCell: (head: string, cell: string) => string;
}

/** Where the room is not known, the last column still doesn't show pages. */
const WIDEST_LAST = 120;
const GAP = 2;
/** A prompt may be a megabyte; no line shows as much as this. */
const MOST_LOOKED_AT = 20_000;

export function fittedTable({ columns, dispensable, last, room, paintCell }: FittedTable): string {
  let shown = columns;
  for (const [name, lastColumns] of dispensable) {
    if (room === undefined || roomBeside(shown, room) >= lastColumns) break;
    shown = shown.filter(({ head }) => head !== name);
  }
  const left = room === undefined ? WIDEST_LAST : roomBeside(shown, room);
  const rows = last
    .cells(left)
    .map((cell, row) => [
      ...shown.map(({ head, cells }) => paintCell(head, cells[row] ?? '')),
      cell,
    ]);
  return formatTable([...shown.map(({ head }) => head), cutText(last.head, left)], rows);
}

/** What is left for the last column. */
function roomBeside(shown: readonly Column[], columns: number): number {
  const widths = shown.map(({ head, cells }) =>
    cells.reduce((widest, cell) => Math.max(widest, textWidth(cell)), head.length),
  );
  return widths.reduce((room, width) => room - width - GAP, columns);
}

/** What others wrote, in one line. Made harmless before it is cut: half a sequence is none. */
export function cellText(text: string): string {
  return harmlessLine(text.slice(0, MOST_LOOKED_AT)).replace(/\s+/g, ' ').trim();
}

/** Of a folder that is deep the end says most. */
export function cutFolder(path: string, columns: number): string {
  if (textWidth(path) <= columns) return path;
  const parts = path.split('/');
  let end = parts.pop() ?? '';
  while (parts.length > 0) {
    const longer = `${parts.at(-1)}/${end}`;
    if (textWidth(longer) > columns - '…/'.length) break;
    end = longer;
    parts.pop();
  }
  return cutText(`…/${end}`, columns);
}
