import type { Tokens } from 'marked';
import { type Line, lineWidth } from '../line.js';
import { wrapSpans } from '../wrap-spans.js';
import { inlineSpans } from './inline-spans.js';

const GAP = 3;
/** A column that is narrower is no column any more. */
const NARROWEST = 6;

type Align = Tokens.Table['align'][number];

/** A table with rules between its columns. One that is too wide has wrapped cells, or is a list of rows. */
export function tableLines({ header, rows, align }: Tokens.Table, columns: number): Line[] {
  const head = header.map(({ tokens }) => inlineSpans(tokens, ['bold']));
  const body = rows.map((row) => row.map(({ tokens }) => inlineSpans(tokens)));
  const widths = fittingWidths([head, ...body], columns);
  if (widths === undefined) return body.flatMap((row) => recordLines(head, row, columns));
  const rule = widths.map((width) => '─'.repeat(width)).join('─┼─');
  return [
    ...rowLines(head, widths, align),
    [{ text: rule, format: 'dim' }],
    ...body.flatMap((row) => rowLines(row, widths, align)),
  ];
}

/** The widest columns give way first. Nothing where too many have to share the room. */
function fittingWidths(rows: readonly (readonly Line[])[], columns: number): number[] | undefined {
  const count = largest(rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) =>
    largest(
      rows.map((row) => lineWidth(row[column] ?? [])),
      1,
    ),
  );
  const room = columns - GAP * (count - 1);
  for (let total = sum(widths); total > room; total = sum(widths)) {
    const widest = largest(widths);
    const next = largest(
      widths.filter((width) => width < widest),
      NARROWEST,
    );
    if (widest <= NARROWEST) return undefined;
    const many = widths.filter((width) => width === widest).length;
    const target = Math.max(next, widest - Math.ceil((total - room) / many));
    for (const [column, width] of widths.entries()) {
      if (width === widest) widths[column] = Math.min(target, widest - 1);
    }
  }
  return widths;
}

function rowLines(
  row: readonly Line[],
  widths: readonly number[],
  align: readonly Align[],
): Line[] {
  const cells = widths.map((width, column) => wrapSpans(row[column] ?? [], width));
  const height = largest(
    cells.map((lines) => lines.length),
    1,
  );
  return Array.from({ length: height }, (_, at) =>
    cells.flatMap((lines, column): Line => {
      const cell = padded(lines[at] ?? [], widths[column] ?? 0, align[column] ?? null);
      return column === 0 ? cell : [{ text: ' │ ', format: 'dim' }, ...cell];
    }),
  );
}

function padded(cell: Line, width: number, align: Align): Line {
  const room = Math.max(0, width - lineWidth(cell));
  const before = align === 'right' ? room : align === 'center' ? Math.floor(room / 2) : 0;
  return [
    ...(before > 0 ? [{ text: ' '.repeat(before) }] : []),
    ...cell,
    ...(room > before ? [{ text: ' '.repeat(room - before) }] : []),
  ];
}

function recordLines(head: readonly Line[], row: readonly Line[], columns: number): Line[] {
  const lines = row.flatMap((cell, column) =>
    wrapSpans([...(head[column] ?? []), { text: ': ' }, ...cell], columns),
  );
  return [...lines, [{ text: '─'.repeat(Math.min(NARROWEST, columns)), format: 'dim' }]];
}

/** Not by `Math.max`: an agent can write more rows than a call can have arguments. */
function largest(numbers: readonly number[], least = 0): number {
  return numbers.reduce((most, one) => Math.max(most, one), least);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
