import { stripVTControlCharacters } from 'node:util';
import { textWidth } from './fit-text.js';

/**
 * Columns as wide as their widest cell, with two spaces between them. The last is not padded on the right.
 *
 * @param right the columns that end where the widest cell does, by their heads.
 */
export function formatTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: ReadonlySet<string> = NONE,
): string {
  const lines = [head, ...rows];
  const widths = head.map((_, column) =>
    lines.reduce((widest, cells) => Math.max(widest, cellWidth(cells[column] ?? '')), 0),
  );
  const last = head.length - 1;
  const padded = (cell: string, column: number): string => {
    const room = ' '.repeat(Math.max(0, (widths[column] ?? 0) - cellWidth(cell)));
    if (right.has(head[column] ?? '')) return room + cell;
    return column === last ? cell : cell + room;
  };
  return lines.map((cells) => `${cells.map(padded).join('  ').trimEnd()}\n`).join('');
}

const NONE: ReadonlySet<string> = new Set();

/** Colours take no room. */
export function cellWidth(cell: string): number {
  return textWidth(stripVTControlCharacters(cell));
}
