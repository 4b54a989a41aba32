/** Columns as wide as their widest cell, with two spaces between. The last is left as it is. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows];
  const widths = head.map((_, column) =>
    Math.max(...lines.map((cells) => cells[column]?.length ?? 0)),
  );
  return lines.map((cells) => `${padded(cells, widths)}\n`).join('');
}

function padded(cells: readonly string[], widths: readonly number[]): string {
  const last = cells.length - 1;
  return cells
    .map((cell, column) => (column === last ? cell : cell.padEnd(widths[column] ?? 0)))
    .join('  ');
}
