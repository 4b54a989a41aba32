import { type Command, InvalidArgumentError } from 'commander';
import type { ListSessionsOptions } from '../commands/sessions/list.js';
import type { ShowSessionOptions } from '../commands/sessions/show.js';
import type { CommandContext } from './command-context.js';

export function addSessions(program: Command, { terminal, onExit }: CommandContext): void {
  const sessions = program.command('sessions').description('read what agents have worked on');
  sessions
    .command('list')
    .description('show the saved sessions, the latest first')
    .option('--agent <agent>', 'only of this agent')
    .option('--home <folder>', "the agent's own folder, a home that has it, or its sessions folder")
    .option('--limit <count>', 'at most so many (default: 20, with --json all)', count)
    .option(
      '--exact',
      'turns and tokens also where that takes reading more than 64 MiB, or with --json a whole file',
    )
    .option('--json', 'as JSON, for programs')
    .addHelpText(
      'after',
      '\nExamples:\n  $ dragoman sessions list\n  $ dragoman sessions list --json | jq -r .[].firstPrompt\n',
    )
    .action(async (options: ListSessionsOptions) => {
      const { listSessions } = await import('../commands/sessions/list.js');
      onExit(await listSessions(options, terminal));
    });
  sessions
    .command('show')
    .description('show a session as a conversation')
    .argument('<session>', 'its id, the beginning of its id, or its file')
    .option('--agent <agent>', 'whose session it is')
    .option('--home <folder>', "the agent's own folder, a home that has it, or its sessions folder")
    .option('--last <count>', 'only the last messages', count)
    .option('--full', 'all of long outputs and lines')
    .option('--all', 'also what the agent was given as context')
    .option('--json', 'as messages in NDJSON, for programs')
    .addHelpText(
      'after',
      '\nExamples:\n  $ dragoman sessions show 019a1b2c\n  $ dragoman sessions show 019a1b2c --last 20 | less\n',
    )
    .action(async (session: string, options: ShowSessionOptions) => {
      const { showSession } = await import('../commands/sessions/show.js');
      onExit(await showSession(session, options, terminal));
    });
}

function count(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('It takes a whole number from 1.');
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
}
