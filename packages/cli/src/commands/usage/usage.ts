import { homedir } from 'node:os';
import type { UsageAmounts, UsageGrouping } from '@dragoman/agents';
import { escapeControls } from '@dragoman/protocol/internal';
import { readUsage, type Usage } from '@dragoman/runtime';
import { agentCli, begunCli, createSessionRegistry } from '@dragoman/runtime/internal';
import { defaultStateDirectory } from '@dragoman/sandbox';
import { EXIT, type ExitCode } from '../../exit-code.js';
import { wrapped } from '../../report-error.js';
import type { Terminal } from '../../terminal/terminal.js';
import { formatCost, formatCount } from '../../terminal/text/formats.js';
import { harmlessLine } from '../../terminal/text/harmless-text.js';
import { untilStopped } from '../../terminal/until-stopped.js';
import { chosenAgent } from '../chosen-agent.js';
import { usageTable } from './usage-table.js';

export interface UsageCommandOptions {
  readonly by: UsageGrouping;
  readonly since?: number;
  readonly until?: number;
  readonly agent?: string;
  readonly project?: string;
  readonly prices?: string;
  readonly breakdown?: boolean;
  readonly json?: boolean;
}

const MOST_PROBLEMS = 3;

/**
 * `dragoman usage`: what agents have used, and what it cost. What can't be read is reported and hides
 * nothing else.
 */
export async function showUsage(
  options: UsageCommandOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { agent, json, breakdown = true, ...query } = options;
  terminal.status('reading sessions…');
  const registry = createSessionRegistry(defaultStateDirectory());
  const reading = readUsage({
    ...query,
    ...(agent !== undefined && { agents: [chosenAgent(agent).name] }),
    run: agentCli,
    runIn: (entry) => begunCli(entry, registry),
    signal: terminal.signal,
  });
  const usage = await untilStopped(reading, terminal.signal);
  if (usage === undefined) return EXIT.success;
  terminal.status('');
  if (json)
    await terminal.write(`${escapeControls(JSON.stringify(toJson(usage, query), undefined, 2))}\n`);
  else if (usage.rows.length === 0) terminal.say(`dragoman: ${nothingUsed(options)}`);
  else {
    const { columns, paintData: paint } = terminal;
    await terminal.write(usageTable(usage, { columns, paint, breakdown, home: homedir() }));
    for (const note of notesOn(usage).flatMap((text) => wrapped(text, terminal))) {
      terminal.say(terminal.paint('dim', note));
    }
  }
  for (const problem of problemLines(usage.problems)) terminal.say(problem);
  return EXIT.success;
}

function nothingUsed({ since, until, agent, project }: UsageCommandOptions): string {
  const isNarrowed = [since, until, agent, project].some((one) => one !== undefined);
  return isNarrowed ? 'No usage matches.' : 'No agent has recorded that it used anything.';
}

/** Where the costs are from, and which are missing. */
function notesOn({ total, prices, unpriced }: Usage): string[] {
  const { said_usd: said, computed_usd: computed } = total.cost;
  const date = prices.date === '' ? '' : ` of ${prices.date}`;
  return [
    ...(computed > 0
      ? [
          `~ computed from prices${date} (${prices.source}): ${formatCost(computed)}. Said by agents: ${formatCost(said)}.`,
        ]
      : []),
    ...(unpriced.length > 0
      ? [`? no price for ${unpriced.map(harmlessLine).join(', ')} (--prices FILE)`]
      : []),
  ];
}

function problemLines(problems: readonly string[]): string[] {
  const shown = [...new Set(problems)].slice(0, MOST_PROBLEMS);
  const more = new Set(problems).size - shown.length;
  return [
    ...shown.map((problem) => `dragoman: ${harmlessLine(problem)}`),
    ...(more > 0
      ? [`dragoman: … and ${formatCount(more, 'more problem')} (--json lists all)`]
      : []),
  ];
}

/** What is unknown is null in JSON, so that nobody takes it for 0. */
function toJson(usage: Usage, { since, until }: Omit<UsageCommandOptions, 'agent' | 'json'>) {
  const { rows, total, models, ...about } = usage;
  return {
    ...about,
    since: since === undefined ? null : new Date(since).toISOString(),
    until: until === undefined ? null : new Date(until).toISOString(),
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    rows: rows.map((row) => ({ ...withNull(row), models: row.models.map(withNull) })),
    total: withNull(total),
    models: models.map(withNull),
  };
}

function withNull<Amounts extends UsageAmounts>(amounts: Amounts) {
  return { ...amounts, cost: { ...amounts.cost, usd: amounts.cost.usd ?? null } };
}
