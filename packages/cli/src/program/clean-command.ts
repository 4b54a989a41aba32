import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CleanOptions } from '../commands/clean/clean.js';
import { parseDuration } from '../commands/exec/parse-duration.js';
import type { CommandContext } from '../program.js';
import { parseSize } from './parse-size.js';

const MORE = `
Examples:
  $ dragoman clean                            list what would be removed
  $ dragoman clean --yes                      remove it
  $ dragoman clean --older-than 7d --agents   after a week, and installed agents, too
  $ dragoman clean --max-size 1G              the longest unused, until 1 GiB is left

It removes journals of turns that have ended, and unused sessions with the HOME that contains them; they
can't be resumed afterwards. With --agents it also removes installed versions that are not an agent's
default and that no turn has used. Whatever is running, locked or owned by a process stays, and so does
everything in your projects. For leftovers of processes that died: dragoman doctor --reap
`;

const DAY_MS = 24 * 60 * 60 * 1000;
const LONGEST_MS = 100 * 365 * DAY_MS;

export function addClean(program: Command, { terminal, onExit }: CommandContext): void {
  program
    .command('clean')
    .description('list what has not been used for a long time; remove it with --yes')
    .addOption(
      new Option('--older-than <duration>', 'keep what was used more recently')
        .argParser(age)
        .default(30 * DAY_MS, '30d'),
    )
    .addOption(
      new Option(
        '--max-size <size>',
        'remove the longest unused, however recent, until no more than this is left: 500M, 2G',
      ).argParser(size),
    )
    .option('--agents', "include installed versions that are not an agent's default")
    .option('--yes', 'remove what is listed')
    .option('--json', 'print NDJSON')
    .addHelpText('after', MORE)
    .action(async (options: CleanOptions) => {
      const { clean } = await import('../commands/clean/clean.js');
      onExit(await clean(options, terminal));
    });
}

function size(text: string): number {
  const parsed = parseSize(text);
  if (typeof parsed === 'number') return parsed;
  throw new InvalidArgumentError(parsed.problem);
}

function age(text: string): number {
  const parsed = parseDuration(text, LONGEST_MS);
  if (typeof parsed === 'number') return parsed;
  throw new InvalidArgumentError(parsed.problem);
}
