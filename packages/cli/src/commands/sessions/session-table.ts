import type { Paint } from '../../terminal/terminal.js';
import { cutText, textWidth } from '../../terminal/text/fit-text.js';
import { formatTable } from '../../terminal/text/format-table.js';
import { formatAmount, formatBytes, formatWhen, shortPath } from '../../terminal/text/formats.js';
import { harmlessLine, harmlessName } from '../../terminal/text/harmless-text.js';
import type { GatheredSession } from './gather-sessions.js';
import { shortIds } from './short-ids.js';

export interface SessionTableOptions {
  /** Those of all sessions, from which the ones shown must differ. */
  readonly ids: readonly string[];
  readonly now: number;
  readonly home: string;
  readonly columns: number | undefined;
  readonly paint: Paint;
}

interface Column {
  readonly head: string;
  readonly cells: readonly string[];
}

const FOLDER_COLUMNS = 28;
const MODEL_COLUMNS = 16;
/** Columns that make room, in this order, for a prompt that would have less than so much. */
const DISPENSABLE: readonly [head: string, promptColumns: number][] = [
  ['SIZE', 28],
  ['BY', 20],
  ['TURNS', 28],
  ['MODEL', 28],
  ['TOKENS', 28],
  ['FOLDER', 12],
  ['WHEN', 12],
];
/** Where the room is not known, a prompt still is no place for pages. */
const WIDEST_PROMPT = 120;
const GAP = 2;
/** A prompt may be a megabyte; no line shows as much as this. */
const MOST_LOOKED_AT = 20_000;

/** Sessions as a table. Ids are cut to what no other begins with. */
export function sessionTable(
  sessions: readonly GatheredSession[],
  options: SessionTableOptions,
): string {
  const { columns, paint } = options;
  let shown = columnsOf(sessions, options);
  for (const [name, promptColumns] of DISPENSABLE) {
    if (columns === undefined || roomBeside(shown, columns) >= promptColumns) break;
    shown = shown.filter(({ head }) => head !== name);
  }
  const room = columns === undefined ? WIDEST_PROMPT : roomBeside(shown, columns);
  const rows = sessions.map((session, row) => [
    ...shown.map(({ head, cells }) => paintCell(head, cells[row] ?? '', paint)),
    promptCell(session, room, paint),
  ]);
  return formatTable([...shown.map(({ head }) => head), cutText('PROMPT', room)], rows);
}

function columnsOf(
  sessions: readonly GatheredSession[],
  { ids: all, now, home }: SessionTableOptions,
): Column[] {
  const differ = (of: (session: GatheredSession) => unknown) => new Set(sessions.map(of)).size > 1;
  const ids = shortIds([...all, ...sessions.map(({ id }) => id)]);
  const column = (head: string, cell: (session: GatheredSession) => string): Column => ({
    head,
    cells: sessions.map(cell),
  });
  return [
    column('WHEN', ({ updatedAt }) => formatWhen(Date.parse(updatedAt), now)),
    column('ID', ({ id }) => cellText(ids.get(id) ?? id)),
    ...(differ(({ agent }) => agent) ? [column('AGENT', ({ agent }) => agent)] : []),
    ...(differ(({ origin }) => origin) ? [column('BY', ({ origin = '' }) => origin)] : []),
    column('FOLDER', ({ cwd = '' }) => cutFolder(cellText(harmlessName(shortPath(cwd, { home }))))),
    column('MODEL', ({ modelId = '' }) => cutText(cellText(modelId), MODEL_COLUMNS)),
    column('TURNS', ({ turns }) => String(turns ?? '')),
    column('TOKENS', ({ usage }) => (usage === undefined ? '' : formatAmount(usage.total_tokens))),
    column('SIZE', ({ bytes }) => (bytes === 0 ? '' : formatBytes(bytes))),
  ];
}

/** What is left for the last column. */
function roomBeside(shown: readonly Column[], columns: number): number {
  const widths = shown.map(({ head, cells }) =>
    cells.reduce((widest, cell) => Math.max(widest, textWidth(cell)), head.length),
  );
  return widths.reduce((room, width) => room - width - GAP, columns);
}

function paintCell(head: string, cell: string, paint: Paint): string {
  return head === 'ID' ? paint('cyan', cell) : cell;
}

function promptCell(session: GatheredSession, room: number, paint: Paint): string {
  const { problem, path, archived, firstPrompt = '' } = session;
  if (problem !== undefined) {
    // There is room for the reason or for the path, which --json has.
    return paint('red', cutText(cellText(`! ${problem.replace(`${path} `, '')}`), room));
  }
  const mark = archived ? '(archived) ' : '';
  const text = cutText(mark + cellText(firstPrompt), room);
  return archived ? paint('dim', text.slice(0, mark.length)) + text.slice(mark.length) : text;
}

/** What others wrote, in one line. Made harmless before it is cut: half a sequence is none. */
function cellText(text: string): string {
  return harmlessLine(text.slice(0, MOST_LOOKED_AT)).replace(/\s+/g, ' ').trim();
}

/** Of a folder that is deep the end says most. */
function cutFolder(path: string): string {
  if (textWidth(path) <= FOLDER_COLUMNS) return path;
  const parts = path.split('/');
  let end = parts.pop() ?? '';
  while (parts.length > 0) {
    const longer = `${parts.at(-1)}/${end}`;
    if (textWidth(longer) > FOLDER_COLUMNS - GAP) break;
    end = longer;
    parts.pop();
  }
  return cutText(`…/${end}`, FOLDER_COLUMNS);
}
