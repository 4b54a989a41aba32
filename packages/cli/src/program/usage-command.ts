import { usageGroupings } from '@dragoman/agents';
import { Argument, type Command } from 'commander';
import type { UsageCommandOptions } from '../commands/usage/usage.js';
import type { CommandContext } from '../program.js';
import { since, until } from './point-in-time.js';

const MORE = `
Examples:
  $ dragoman usage                          day by day
  $ dragoman usage weekly --project .       what this folder used, week by week
  $ dragoman usage model --since 30d
  $ dragoman usage --json | jq .total.cost.usd

Every call of a model counts once, on the local day on which it was made, however many forks and
resumes of its session repeat it. Costs are those that agents say; ~ marks what is computed from a
list of prices, and ? what has no price there.
`;

export function addUsage(program: Command, { terminal, onExit }: CommandContext): void {
  program
    .command('usage')
    .description('show the tokens that agents have used, and what they cost')
    .addArgument(new Argument('[by]', 'what to add up by').choices(usageGroupings).default('daily'))
    .option('--since <time>', 'only what was used since then: 7d, 12h, a date, or yesterday', since)
    .option('--until <time>', 'only what was used until then; a date is included', until)
    .option('--agent <agent>', 'only what this agent used')
    .option('--project <folder>', 'only sessions in this folder, or in one below it')
    .option('--prices <file>', "a price file to use, Dragoman's form or LiteLLM's")
    .option('--no-breakdown', 'do not show each model of a row that has several')
    .option('--json', 'print JSON')
    .addHelpText('after', MORE)
    .action(async (by: UsageCommandOptions['by'], options: Omit<UsageCommandOptions, 'by'>) => {
      const { showUsage } = await import('../commands/usage/usage.js');
      onExit(await showUsage({ ...options, by }, terminal));
    });
}
