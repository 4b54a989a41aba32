import { homedir } from 'node:os';
import { writeJson } from '@dragoman/protocol';
import { type ListedTurn, listTurns as listAll } from '@dragoman/runtime';
import { EXIT, type ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal/terminal.js';
import { cutText } from '../../terminal/text/fit-text.js';
import { formatTable } from '../../terminal/text/format-table.js';
import { formatWhen, shortPath } from '../../terminal/text/formats.js';
import { harmlessLine } from '../../terminal/text/harmless-text.js';

export interface ListTurnsOptions {
  readonly running?: boolean;
  readonly limit?: number;
  readonly json?: boolean;
}

const DEFAULT_LIMIT = 20;
const FOLDER_COLUMNS = 40;

/** `dragoman turns list`: the turns of this machine's agents, the latest first. */
export async function listTurns(
  { running, limit, json }: ListTurnsOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const turns = (await listAll()).filter(({ state }) => !running || state === 'running').reverse();
  const shown = turns.slice(0, limit ?? (json ? undefined : DEFAULT_LIMIT));
  if (json) {
    await terminal.write(shown.map((turn) => `${writeJson(summaryOf(turn))}\n`).join(''));
    return EXIT.success;
  }
  if (shown.length === 0) {
    terminal.say(running ? 'dragoman: No turn is running.' : 'dragoman: There are no turns.');
    return EXIT.success;
  }
  const { paintData: paint } = terminal;
  const rows = shown.map((turn) => [
    formatWhen(Date.parse(turn.createdAt), Date.now()),
    paint('cyan', turn.id),
    turn.agent ?? '',
    turn.state === 'running' ? paint('green', turn.state) : turn.state,
    cutText(harmlessLine(shortPath(turn.workspace, { home: homedir() })), FOLDER_COLUMNS),
  ]);
  await terminal.write(formatTable(['WHEN', 'ID', 'AGENT', 'STATE', 'FOLDER'], rows));
  const more = turns.length - shown.length;
  if (more > 0) terminal.say(terminal.paint('dim', `… and ${more} more (--limit ${turns.length})`));
  return EXIT.success;
}

function summaryOf({
  id,
  createdAt,
  agent,
  version,
  state,
  workspace,
  sessionId,
  end,
}: ListedTurn) {
  return { id, createdAt, agent, version, state, workspace, sessionId, end };
}
