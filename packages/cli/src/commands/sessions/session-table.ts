import type { GatheredSession } from '@dragoman/runtime';
import type { Paint } from '../../terminal/terminal.js';
import { cutText } from '../../terminal/text/fit-text.js';
import { type Column, cellText, cutFolder, fittedTable } from '../../terminal/text/fitted-table.js';
import { formatAmount, formatBytes, formatWhen, shortPath } from '../../terminal/text/formats.js';
import { harmlessName } from '../../terminal/text/harmless-text.js';
import { shortIds } from './short-ids.js';

export interface SessionTableOptions {
  /** Those of all sessions, from which the ones shown must differ. */
  readonly ids: readonly string[];
  readonly now: number;
  readonly home: string;
  readonly columns: number | undefined;
  readonly paint: Paint;
}

const FOLDER_COLUMNS = 28;
const MODEL_COLUMNS = 16;
const DISPENSABLE: readonly [head: string, promptColumns: number][] = [
  ['SIZE', 28],
  ['BY', 20],
  ['TURNS', 28],
  ['MODEL', 28],
  ['TOKENS', 28],
  ['FOLDER', 12],
  ['WHEN', 12],
];

/** Sessions as a table. Ids are cut to what no other begins with. */
export function sessionTable(
  sessions: readonly GatheredSession[],
  options: SessionTableOptions,
): string {
  const { columns: room, paint } = options;
  return fittedTable({
    columns: columnsOf(sessions, options),
    dispensable: DISPENSABLE,
    last: {
      head: 'PROMPT',
      cells: (columns) => sessions.map((session) => promptCell(session, columns, paint)),
    },
    room,
    paintCell: (head, cell) => (head === 'ID' ? paint('cyan', cell) : cell),
  });
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
  const folderOf = (cwd: string) =>
    cutFolder(cellText(harmlessName(shortPath(cwd, { home }))), FOLDER_COLUMNS);
  return [
    column('WHEN', ({ updatedAt }) => formatWhen(Date.parse(updatedAt), now)),
    column('ID', ({ id }) => cellText(ids.get(id) ?? id)),
    ...(differ(({ agent }) => agent) ? [column('AGENT', ({ agent }) => agent)] : []),
    ...(differ(({ origin }) => origin) ? [column('BY', ({ origin = '' }) => origin)] : []),
    column('FOLDER', ({ cwd = '' }) => folderOf(cwd)),
    column('MODEL', ({ modelId = '' }) => cutText(cellText(modelId), MODEL_COLUMNS)),
    column('TURNS', ({ turns }) => String(turns ?? '')),
    column('TOKENS', ({ usage }) => (usage === undefined ? '' : formatAmount(usage.total_tokens))),
    column('SIZE', ({ bytes }) => (bytes === 0 ? '' : formatBytes(bytes))),
  ];
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
