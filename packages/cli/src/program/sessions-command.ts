import { type Command, InvalidArgumentError } from 'commander';
import type { ListSessionsOptions } from '../commands/sessions/list.js';
import type { ShowSessionOptions } from '../commands/sessions/show.js';
import type { CommandContext } from '../program.js';

export function addSessions(program: Command, { terminal, onExit }: CommandContext): void {
  const sessions = program.command('sessions').description('read what agents have worked on');
  sessions
    .command('list')
    .description('list saved sessions, the latest first')
    .option('--agent <agent>', 'only sessions of this agent')
    .option(
      '--home <folder>',
      "the agent's folder, a home that contains it, or its sessions folder",
    )
    .option(
      '--limit <count>',
      'the number of sessions to list (default: 20, with --json all)',
      count,
    )
    .option(
      '--exact',
      'count turns and tokens even if that means reading more than 64 MiB, or whole files with --json',
    )
    .option('--json', 'print JSON')
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
    .argument('<session>', 'the id, the beginning of the id, or the file of a session')
    .option('--agent <agent>', 'the agent that has the session')
    .option(
      '--home <folder>',
      "the agent's folder, a home that contains it, or its sessions folder",
    )
    .option('--last <count>', 'show only the last messages', count)
    .option('--full', 'do not shorten long outputs and lines')
    .option('--all', 'show the context that the agent was given, too')
    .option('--json', 'print the messages as NDJSON')
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
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('Give a whole number from 1.');
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
}
