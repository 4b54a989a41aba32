import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ExportOptions } from '../commands/sessions/export/export.js';
import type { ListSessionsOptions } from '../commands/sessions/list.js';
import type { RemoveOptions } from '../commands/sessions/remove.js';
import type { SearchOptions } from '../commands/sessions/search.js';
import type { ShowSessionOptions } from '../commands/sessions/show.js';
import type { CommandContext } from '../program.js';
import { since } from './point-in-time.js';

export function addSessions(program: Command, { terminal, onExit }: CommandContext): void {
  const sessions = program
    .command('sessions')
    .description('list, show, search, export and remove sessions');
  sessions
    .command('list')
    .description(
      'list sessions, the latest first: those of `dragoman exec` and those that an agent started without Dragoman',
    )
    .argument(
      '[folder...]',
      'only what is in these folders: a home, the folder of an agent, or any folder with session files',
    )
    .option('--agent <agent>', 'only sessions of this agent')
    .option('--model <name>', 'only sessions with a model whose name contains this')
    .option('--since <time>', 'only sessions used since then: 7d, 12h, a date, or yesterday', since)
    .option('--cwd <folder>', 'only sessions in this folder, or in one below it')
    .option('--search <text>', 'only sessions in which this was said, done or printed')
    .option(
      '--limit <count>',
      'the number of sessions to list (default: 20, with --json all)',
      count,
    )
    .option(
      '--exact',
      'count turns and tokens even if that means reading more than 64 MiB, or whole files with --json',
    )
    .option('--json', 'print NDJSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ dragoman sessions list --cwd . --since 7d\n  $ dragoman sessions list ~/backup/sessions\n  $ dragoman sessions list --json | jq -r .firstPrompt\n',
    )
    .action(async (folders: readonly string[], options: ListSessionsOptions) => {
      const { listSessions } = await import('../commands/sessions/list.js');
      onExit(await listSessions(folders, options, terminal));
    });
  sessions
    .command('show')
    .description('show a session as a conversation')
    .argument(
      '<session>',
      'the id, the beginning of the id, or the file of a session; also a journal, or what `exec --json` or an agent printed',
    )
    .option('--agent <agent>', 'the agent of the session')
    .option(
      '--home <folder>',
      "the agent's folder, a home that contains it, or its sessions folder",
    )
    .option('--last <count>', 'show only the last messages', count)
    .option('--full', 'do not shorten long outputs and lines')
    .option('--all', 'show the context that the agent was given, too')
    .option('--no-pager', 'do not read it in $PAGER on a terminal')
    .option('--json', 'print the messages as NDJSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ dragoman sessions show 019a1b2c\n  $ dragoman sessions show 019a1b2c --last 20\n  $ dragoman sessions show turn.ndjson --full\n',
    )
    .action(async (session: string, options: ShowSessionOptions) => {
      const { showSession } = await import('../commands/sessions/show.js');
      onExit(await showSession(session, options, terminal));
    });
  sessions
    .command('search')
    .description('find a text in what was said, done and printed in sessions of all agents')
    .argument('<text>', 'the text; upper and lower case count only if it has an upper-case letter')
    .argument('[folder...]', 'only in these folders, as for `sessions list`')
    .option('--agent <agent>', 'only sessions of this agent')
    .option('--model <name>', 'only sessions with a model whose name contains this')
    .option('--since <time>', 'only sessions used since then: 7d, 12h, a date, or yesterday', since)
    .option('--cwd <folder>', 'only sessions in this folder, or in one below it')
    .option('--context <lines>', 'the number of lines to show around each match', lines, 1)
    .option('--json', 'print the matches as NDJSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ dragoman sessions search "flaky test" --since 7d\n  $ dragoman sessions search ECONNREFUSED --cwd . --context 3\n\nExit codes: 0 found, 1 not found.\n',
    )
    .action(async (text: string, folders: readonly string[], options: SearchOptions) => {
      const { showMatches } = await import('../commands/sessions/search.js');
      onExit(await showMatches(text, folders, options, terminal));
    });
  sessions
    .command('export')
    .description('print a session as a document')
    .argument('<session>', 'the id, the beginning of the id, or the file of a session')
    .addOption(
      new Option('--to <form>', 'markdown, one HTML page, JSON, or events as NDJSON')
        .choices(['markdown', 'html', 'json', 'events'])
        .default('markdown'),
    )
    .option('--agent <agent>', 'the agent of the session')
    .option(
      '--home <folder>',
      "the agent's folder, a home that contains it, or its sessions folder",
    )
    .addHelpText(
      'after',
      '\nExamples:\n  $ dragoman sessions export 019a1b2c --to html > session.html\n',
    )
    .action(async (session: string, options: ExportOptions) => {
      const { exportSession } = await import('../commands/sessions/export/export.js');
      onExit(await exportSession(session, options, terminal));
    });
  sessions
    .command('remove')
    .description(
      'remove sessions of `dragoman exec`, with their HOME and the journals of their turns',
    )
    .argument('<session...>', 'the ids, the beginnings of them, or the files')
    .option('--agent <agent>', 'the agent of the sessions')
    .option(
      '--with-forks',
      'also remove the sessions that share a HOME with them: their forks, and what they are forks of',
    )
    .option('--yes', 'remove them; without it they are only named')
    .action(async (wanted: readonly string[], options: RemoveOptions) => {
      const { removeSessions } = await import('../commands/sessions/remove.js');
      onExit(await removeSessions(wanted, options, terminal));
    });
}

function lines(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('Give a whole number from 0.');
  return Number(text);
}

function count(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('Give a whole number from 1.');
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
}
