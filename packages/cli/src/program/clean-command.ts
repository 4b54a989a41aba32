import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CleanOptions } from '../commands/clean/clean.js';
import { parseDuration } from '../commands/exec/parse-duration.js';
import type { CommandContext } from './command-context.js';

const MORE = `
Examples:
  $ dragoman clean                            what would be removed
  $ dragoman clean --yes                      removes it
  $ dragoman clean --older-than 7d --agents   a week, and installed agents, too

What goes: journals of turns that have ended; sessions that nobody has gone on with, with the HOME in
which the agent keeps them, so that they can't be resumed any more; with --agents, installed versions
that are not an agent's default and that no turn has used. What is running, locked or owned by a
process stays, and so does everything in your projects. What processes that died have left behind is
for: dragoman doctor --reap
`;

const DAY_MS = 24 * 60 * 60 * 1000;
const LONGEST_MS = 100 * 365 * DAY_MS;

export function addClean(program: Command, { terminal, onExit }: CommandContext): void {
  program
    .command('clean')
    .description('see what nobody has used for long, to remove it with --yes')
    .addOption(
      new Option('--older-than <duration>', 'what was used more lately stays')
        .argParser(age)
        .default(30 * DAY_MS, '30d'),
    )
    .option('--agents', "also installed versions that are not an agent's default")
    .option('--yes', 'really remove it')
    .option('--json', 'as JSON, one line each, for programs')
    .addHelpText('after', MORE)
    .action(async (options: CleanOptions) => {
      const { clean } = await import('../commands/clean/clean.js');
      onExit(await clean(options, terminal));
    });
}

function age(text: string): number {
  const parsed = parseDuration(text, LONGEST_MS);
  if (typeof parsed === 'number') return parsed;
  throw new InvalidArgumentError(parsed.problem);
}
