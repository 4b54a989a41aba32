import { homedir } from 'node:os';
import { type ListedTurn, listTurns as listAll, readTurnPrompt } from '@dragoman/runtime';
import { EXIT, type ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal/terminal.js';
import { cutText } from '../../terminal/text/fit-text.js';
import { cellText, cutFolder, fittedTable } from '../../terminal/text/fitted-table.js';
import { formatWhen, shortPath } from '../../terminal/text/formats.js';
import { harmlessName } from '../../terminal/text/harmless-text.js';
import { jsonLine } from '../../terminal/text/json-line.js';
import { shortIds } from '../sessions/short-ids.js';

export interface ListTurnsOptions {
  readonly running?: boolean;
  readonly limit?: number;
  readonly json?: boolean;
}

const DEFAULT_LIMIT = 20;
const FOLDER_COLUMNS = 28;
/** Journals that are open at once: a process may open only so many files. */
const MOST_AT_ONCE = 16;
const DISPENSABLE: readonly [head: string, promptColumns: number][] = [
  ['AGENT', 20],
  ['FOLDER', 20],
  ['SESSION', 12],
  ['WHEN', 12],
];

/** A turn, and what it was asked. */
interface PromptedTurn extends ListedTurn {
  readonly prompt: string | undefined;
}

/** `dragoman turns list`: the turns of this machine's agents, the latest first. */
export async function listTurns(
  { running, limit, json }: ListTurnsOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const turns = (await listAll()).filter(({ state }) => !running || state === 'running').reverse();
  const listed = turns.slice(0, limit ?? (json ? undefined : DEFAULT_LIMIT));
  for (const { problem } of listed) if (problem !== undefined) terminal.say(`dragoman: ${problem}`);
  if (listed.length === 0) {
    if (json) return EXIT.success;
    terminal.say(running ? 'dragoman: No turn is running.' : 'dragoman: There are no turns.');
    return EXIT.success;
  }
  if (json) {
    for (const turn of listed) {
      if (terminal.signal.aborted) return EXIT.interrupted;
      await terminal.write(jsonLine(summaryOf(await withPrompt(turn))));
    }
    return EXIT.success;
  }
  const shown = await withPrompts(listed);
  await terminal.write(turnTable(shown, terminal));
  const more = turns.length - shown.length;
  if (more > 0) terminal.say(terminal.paint('dim', `… and ${more} more (--limit ${turns.length})`));
  return EXIT.success;
}

async function withPrompts(turns: readonly ListedTurn[]): Promise<PromptedTurn[]> {
  const prompted: PromptedTurn[] = [];
  for (let at = 0; at < turns.length; at += MOST_AT_ONCE) {
    prompted.push(...(await Promise.all(turns.slice(at, at + MOST_AT_ONCE).map(withPrompt))));
  }
  return prompted;
}

async function withPrompt(turn: ListedTurn): Promise<PromptedTurn> {
  return { ...turn, prompt: await readTurnPrompt(turn) };
}

function turnTable(
  turns: readonly PromptedTurn[],
  { columns: room, paintData: paint }: Terminal,
): string {
  const sessions = shortIds(turns.flatMap(({ sessionId }) => sessionId ?? []));
  const column = (head: string, cell: (turn: PromptedTurn) => string) => ({
    head,
    cells: turns.map(cell),
  });
  return fittedTable({
    columns: [
      column('WHEN', ({ createdAt }) => formatWhen(Date.parse(createdAt), Date.now())),
      column('ID', ({ id }) => id),
      column('AGENT', ({ agent = '' }) => cellText(agent)),
      column('STATE', ({ state }) => state),
      column('SESSION', ({ sessionId = '' }) => cellText(sessions.get(sessionId) ?? sessionId)),
      column('FOLDER', ({ workspace }) =>
        cutFolder(
          cellText(harmlessName(shortPath(workspace, { home: homedir() }))),
          FOLDER_COLUMNS,
        ),
      ),
    ],
    dispensable: DISPENSABLE,
    last: {
      head: 'PROMPT',
      cells: (columns) => turns.map(({ prompt = '' }) => cutText(firstLine(prompt), columns)),
    },
    room,
    paintCell: (head, cell) => {
      if (head === 'ID') return paint('cyan', cell);
      return cell === 'running' ? paint('green', cell) : cell;
    },
  });
}

function firstLine(prompt: string): string {
  const [line = ''] = prompt.trimStart().split('\n', 1);
  return cellText(line);
}

function summaryOf({
  id,
  createdAt,
  agent,
  version,
  state,
  workspace,
  sessionId,
  prompt,
  end,
  problem,
}: PromptedTurn) {
  return { id, createdAt, agent, version, state, workspace, sessionId, prompt, end, problem };
}
