import { stripVTControlCharacters } from 'node:util';
import { textWidth } from './fit-text.js';

/** Columns as wide as their widest cell, with two spaces between them. The last is not padded. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows];
  const widths = head.map((_, column) =>
    lines.reduce((widest, cells) => Math.max(widest, cellWidth(cells[column] ?? '')), 0),
  );
  return lines.map((cells) => `${padded(cells, widths)}\n`).join('');
}

function padded(cells: readonly string[], widths: readonly number[]): string {
  const last = cells.length - 1;
  return cells
    .map((cell, column) => (column === last ? cell : padCell(cell, widths[column] ?? 0)))
    .join('  ');
}

function padCell(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(0, width - cellWidth(cell)));
}

/** Colours take no room. */
function cellWidth(cell: string): number {
  return textWidth(stripVTControlCharacters(cell));
}
