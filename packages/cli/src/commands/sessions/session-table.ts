import type { Paint } from '../../terminal/paint.js';
import { cutText } from '../../terminal/text/cut-text.js';
import { formatAmount, formatBytes } from '../../terminal/text/format-amount.js';
import { formatTable } from '../../terminal/text/format-table.js';
import { formatWhen } from '../../terminal/text/format-time.js';
import { harmlessLine } from '../../terminal/text/harmless-text.js';
import { shortPath } from '../../terminal/text/short-path.js';
import { textWidth } from '../../terminal/text/text-width.js';
import type { ListedSession } from './list.js';
import { shortIds } from './short-ids.js';

export interface SessionTableOptions {
  readonly limit: number;
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
/** A prompt should say at least so much; columns that say less make room for it, in this order. */
const PROMPT_COLUMNS = 28;
const DISPENSABLE = ['SIZE', 'TURNS', 'MODEL', 'TOKENS'];
/** Where the room is not known, a prompt still is no place for pages. */
const WIDEST_PROMPT = 120;
const GAP = 2;

/** Sessions as a table, the first of them only. Ids are cut to what tells them from all others. */
export function sessionTable(
  sessions: readonly ListedSession[],
  options: SessionTableOptions,
): string {
  const { columns, paint } = options;
  let shown = columnsOf(sessions, options);
  for (const name of DISPENSABLE) {
    if (columns === undefined || roomBeside(shown, columns) >= PROMPT_COLUMNS) break;
    shown = shown.filter(({ head }) => head !== name);
  }
  const room = columns === undefined ? WIDEST_PROMPT : Math.max(GAP, roomBeside(shown, columns));
  const rows = sessions
    .slice(0, options.limit)
    .map((session, row) => [
      ...shown.map(({ head, cells }) => paintCell(head, cells[row] ?? '', paint)),
      promptCell(session, room, paint),
    ]);
  return formatTable([...shown.map(({ head }) => head), 'PROMPT'], rows);
}

function columnsOf(
  sessions: readonly ListedSession[],
  { limit, now, home }: SessionTableOptions,
): Column[] {
  const ids = shortIds(sessions.map(({ id }) => id));
  const first = sessions.slice(0, limit);
  const column = (head: string, cell: (session: ListedSession) => string): Column => ({
    head,
    cells: first.map((session) => harmlessLine(cell(session))),
  });
  const isMixed = new Set(sessions.map(({ agent }) => agent)).size > 1;
  return [
    column('WHEN', ({ startedAt, updatedAt }) =>
      formatWhen(Date.parse(startedAt ?? updatedAt), now),
    ),
    column('ID', ({ id }) => ids.get(id) ?? id),
    ...(isMixed ? [column('AGENT', ({ agent }) => agent)] : []),
    column('FOLDER', ({ cwd = '' }) => cutFolder(shortPath(cwd, { home }))),
    column('MODEL', ({ modelId = '' }) => cutText(modelId, MODEL_COLUMNS)),
    column('TURNS', ({ turns }) => String(turns ?? '')),
    column('TOKENS', ({ usage }) => (usage === undefined ? '' : formatAmount(usage.total_tokens))),
    column('SIZE', ({ bytes }) => formatBytes(bytes)),
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

function promptCell(session: ListedSession, room: number, paint: Paint): string {
  const { problem, archived, firstPrompt = '' } = session;
  if (problem !== undefined) return paint('red', cutText(harmlessLine(`! ${problem}`), room));
  const mark = archived ? '(archived) ' : '';
  // Only the beginning is looked at: a prompt may be a megabyte.
  const words = harmlessLine(firstPrompt.slice(0, room * 20))
    .replace(/\s+/g, ' ')
    .trim();
  return (archived ? paint('dim', mark) : '') + cutText(words, room - mark.length);
}

/** Of a folder that is deep the end tells most. */
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
