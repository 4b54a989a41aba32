import { type FoundRun, listRuns as findRuns } from '@dragoman/orchestrator';
import { errorMessage } from '@dragoman/protocol/internal';
import { EXIT, type ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal/terminal.js';
import { cutText } from '../../terminal/text/fit-text.js';
import { cellText, fittedTable } from '../../terminal/text/fitted-table.js';
import { formatCost, formatWhen } from '../../terminal/text/formats.js';
import { jsonLine } from '../../terminal/text/json-line.js';

export interface ListRunsOptions {
  readonly limit?: number;
  readonly json?: boolean;
}

const DEFAULT_LIMIT = 20;

/** `dragoman runs list`: the runs of this machine, the latest first. */
export async function listRuns(
  { limit, json }: ListRunsOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const most = limit ?? (json ? undefined : DEFAULT_LIMIT);
  const { runs, damaged } = await findRuns({ limit: most });
  for (const { id, problem } of damaged) terminal.say(`dragoman: ${id}: ${errorMessage(problem)}`);
  if (json) {
    for (const run of runs) await terminal.write(jsonLine(summaryOf(run)));
    return EXIT.success;
  }
  if (runs.length === 0) {
    terminal.say('dragoman: There are no runs.');
    return EXIT.success;
  }
  await terminal.write(runTable(runs.map(summaryOf), terminal));
  return EXIT.success;
}

function runTable(
  runs: readonly ReturnType<typeof summaryOf>[],
  { columns: room, paintData: paint }: Terminal,
): string {
  const column = (head: string, cell: (run: ReturnType<typeof summaryOf>) => string) => ({
    head,
    cells: runs.map(cell),
  });
  return fittedTable({
    columns: [
      column('WHEN', ({ started }) => (started ? formatWhen(Date.parse(started), Date.now()) : '')),
      column('ID', ({ id }) => id),
      column('STATUS', ({ status }) => status),
      column('STRATEGY', ({ strategy = '' }) => cellText(strategy)),
      column('TASKS', ({ tasks }) => `${tasks.completed}/${tasks.total}`),
      column('COST', ({ cost_usd: cost }) => (cost === null ? '' : formatCost(cost))),
    ],
    dispensable: [
      ['COST', 20],
      ['STRATEGY', 16],
      ['WHEN', 12],
    ],
    last: {
      head: 'PROMPT',
      cells: (columns) => runs.map(({ prompt = '' }) => cutText(firstLine(prompt), columns)),
    },
    room,
    paintCell: (head, cell) => {
      if (head === 'ID') return paint('cyan', cell);
      return cell === 'running' ? paint('green', cell) : cell;
    },
  });
}

function summaryOf({ id, status, state, tasks }: FoundRun) {
  const { started, completed } = state;
  return {
    id,
    status,
    started: started?.ts,
    strategy: started?.strategy.name,
    prompt: started?.prompt,
    tasks,
    winners: completed?.winners ?? [],
    cost_usd: completed?.usage?.cost_usd ?? null,
  };
}

function firstLine(prompt: string): string {
  return cellText(prompt.trimStart().split('\n', 1)[0] ?? '');
}
