import type { UsageAmounts, UsageGrouping, UsageRow } from '@dragoman/agents';
import type { Usage } from '@dragoman/runtime';
import type { Paint } from '../../terminal/terminal.js';
import { cutText, textWidth } from '../../terminal/text/fit-text.js';
import { cellWidth, formatTable } from '../../terminal/text/format-table.js';
import { formatAmount, formatCost, formatDate, shortPath } from '../../terminal/text/formats.js';
import { harmlessLine } from '../../terminal/text/harmless-text.js';
import { shortIds } from '../sessions/short-ids.js';
import { usageBar } from './usage-bar.js';

export interface UsageTableOptions {
  /** Of the terminal; undefined when there is none. */
  readonly columns: number | undefined;
  readonly paint: Paint;
  /** Whether each model of a row that has several gets a line. */
  readonly breakdown: boolean;
  readonly home: string;
}

/** A line of the table before it is laid out. */
interface TableLine {
  readonly kind: 'row' | 'model' | 'total';
  readonly name: string;
  readonly amounts: UsageAmounts;
  readonly row?: UsageRow;
}

interface Column {
  readonly head: string;
  readonly isRight?: boolean;
  readonly cell: (line: TableLine) => string;
}

const HEADS: Readonly<Record<UsageGrouping, string>> = {
  daily: 'DAY',
  weekly: 'WEEK OF',
  monthly: 'MONTH',
  session: 'SESSION',
  model: 'MODEL',
  agent: 'AGENT',
};
const NAME_COLUMNS = 32;
/** A name gets more where there is room, and less where there is not. */
const MOST_NAME = 60;
const LEAST_NAME = 14;
const FOLDER_COLUMNS = 28;
const GAP = 2;
const MOST_BAR = 24;
const LEAST_BAR = 6;
/** Where the room is not known. */
const USUAL_COLUMNS = 120;
/** Figures in full take a third more room. */
const ROOM_FOR_FIGURES = 100;
/** Columns that make room, in this order. */
const DISPENSABLE = ['THINKING', 'CACHED', 'FOLDER', 'AGENT', 'LAST'];
/** The same, where not even short names fit. */
const DISPENSABLE_LAST = ['OUTPUT', 'INPUT'];

/** What was used as a table: a line a day, with a bar, and the models of it below; the sum last. */
export function usageTable(usage: Usage, options: UsageTableOptions): string {
  const { columns = USUAL_COLUMNS, paint } = options;
  const lines = linesOf(usage, options);
  let shown = columnsOf(usage, options);
  for (const name of DISPENSABLE) {
    if (roomBeside(shown, lines, columns) >= 0) break;
    shown = shown.filter(({ head }) => head !== name);
  }
  for (const name of DISPENSABLE_LAST) {
    if (roomForNames(shown, lines, columns) >= LEAST_NAME) break;
    shown = shown.filter(({ head }) => head !== name);
  }
  const room = Math.min(MOST_BAR, roomBeside(shown, lines, columns) - GAP);
  const barOf = usageBar(usage.rows, room);
  const isBarred = room >= LEAST_BAR && usage.rows.length > 1;
  const barColumns = isBarred ? room + GAP : 0;
  const names = Math.max(LEAST_NAME, roomForNames(shown, lines, columns) - barColumns);
  const [name, ...others] = shown;
  const fitted = { ...name, cell: (line: TableLine) => cutText(line.name, names) };
  const rows = lines.map((line) => [
    ...[fitted, ...others].map(({ cell }) => paintCell(line.kind, cell(line), paint)),
    ...(isBarred ? [line.kind === 'row' ? paint('cyan', barOf(line.amounts)) : ''] : []),
  ]);
  const right = new Set(shown.flatMap(({ head, isRight }) => (isRight ? [head] : [])));
  const heads = [...shown.map(({ head }) => head), ...(isBarred ? [''] : [])];
  return formatTable(heads, rows, right);
}

function linesOf({ by, rows, total }: Usage, { breakdown }: UsageTableOptions): TableLine[] {
  const ids = by === 'session' ? shortIds(rows.map(({ key }) => key)) : undefined;
  return [
    ...rows.flatMap((row): TableLine[] => [
      { kind: 'row', name: nameOf(ids?.get(row.key) ?? row.key), amounts: row, row },
      ...(breakdown && row.models.length > 1 ? row.models : []).map(
        (model): TableLine => ({ kind: 'model', name: `  ${nameOf(model.model)}`, amounts: model }),
      ),
    ]),
    { kind: 'total', name: 'TOTAL', amounts: total },
  ];
}

function nameOf(text: string): string {
  return cutText(harmlessLine(text), MOST_NAME);
}

function columnsOf(
  { by, rows }: Usage,
  { columns = USUAL_COLUMNS, home }: UsageTableOptions,
): Column[] {
  const inFull = columns >= ROOM_FOR_FIGURES;
  const figures = (head: string, of: (amounts: UsageAmounts) => number): Column => ({
    head,
    isRight: true,
    cell: ({ amounts }) => (inFull ? grouped(of(amounts)) : formatAmount(of(amounts))),
  });
  const about = (head: string, of: (row: UsageRow) => string): Column => ({
    head,
    cell: ({ row }) => (row === undefined ? '' : of(row)),
  });
  const isSession = by === 'session';
  const hasAgents = by !== 'agent' && new Set(rows.flatMap(({ agents }) => agents)).size > 1;
  return [
    { head: HEADS[by], cell: ({ name }) => cutText(name, NAME_COLUMNS + GAP) },
    ...(isSession ? [about('LAST', ({ last }) => formatDate(Date.parse(last)))] : []),
    ...(isSession && hasAgents ? [about('AGENT', ({ agents }) => agents.join(', '))] : []),
    ...(isSession
      ? [about('FOLDER', ({ projects: [folder = ''] }) => cutFolder(shortPath(folder, { home })))]
      : []),
    figures('INPUT', ({ input_tokens }) => input_tokens),
    figures('CACHED', ({ cached_input_tokens }) => cached_input_tokens),
    figures('OUTPUT', ({ output_tokens }) => output_tokens),
    figures('THINKING', ({ reasoning_tokens }) => reasoning_tokens),
    figures('TOKENS', ({ total_tokens }) => total_tokens),
    { head: 'COST', isRight: true, cell: ({ amounts }) => costCell(amounts) },
  ];
}

/** `$1.20` is said by agents, `~$1.20` computed, at least in part; `?` stands for what nobody knows. */
export function costCell({ cost }: UsageAmounts): string {
  if (cost.usd === undefined) return '?';
  const known = `${cost.computed_usd > 0 ? '~' : ''}${formatCost(cost.usd)}`;
  return cost.unpriced_tokens > 0 ? `${known} + ?` : known;
}

function grouped(amount: number): string {
  return String(amount).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

function cutFolder(path: string): string {
  const text = harmlessLine(path);
  if (textWidth(text) <= FOLDER_COLUMNS) return text;
  return `…${text.slice(1 - FOLDER_COLUMNS)}`;
}

/** What the other columns leave. */
function roomForNames(
  [name, ...others]: readonly Column[],
  lines: readonly TableLine[],
  columns: number,
): number {
  return roomBeside(others, lines, columns) - (name === undefined ? 0 : GAP);
}

function roomBeside(
  shown: readonly Column[],
  lines: readonly TableLine[],
  columns: number,
): number {
  const widths = shown.map(({ head, cell }) =>
    lines.reduce((widest, line) => Math.max(widest, cellWidth(cell(line))), head.length),
  );
  return columns - widths.reduce((sum, width) => sum + width, 0) - GAP * (shown.length - 1);
}

function paintCell(kind: TableLine['kind'], cell: string, paint: Paint): string {
  if (kind === 'model') return paint('dim', cell);
  return kind === 'total' ? paint('bold', cell) : cell;
}
