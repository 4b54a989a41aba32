import { readFileSync } from 'node:fs';
import { isJsonObject, parseJson } from '@dragoman/protocol';
import { Command, InvalidArgumentError, Option } from 'commander';
import { installAgents } from './commands/agents/install.js';
import { listAgents } from './commands/agents/list.js';
import { whichAgent } from './commands/agents/which.js';
import { demo } from './commands/demo/demo.js';
import { type ListSessionsOptions, listSessions } from './commands/sessions/list.js';
import { type ShowSessionOptions, showSession } from './commands/sessions/show.js';
import { legacyFormats } from './commands/translate/legacy-formats.js';
import { type TranslateOptions, translate } from './commands/translate/translate.js';
import type { ExitCode } from './exit-code.js';
import type { Terminal } from './terminal/terminal.js';

const EXIT_CODES = `
Exit codes:
  0    done
  1    it failed, or what it ran failed
  2    wrong arguments
  130  interrupted
`;

interface ProgramEvents {
  /** Gets the exit code of the command that ran. */
  readonly onExit: (code: ExitCode) => void;
  /** Gets help that was asked for. It is data, which the caller writes. */
  readonly onHelp: (text: string) => void;
}

/** The commands of `dragoman` and their help. */
export function createProgram(terminal: Terminal, { onExit, onHelp }: ProgramEvents): Command {
  const program = new Command('dragoman')
    .description('Runs coding-agent CLIs and speaks one language for all of them.')
    .version(ownVersion())
    .configureOutput({
      writeOut: onHelp,
      writeErr: (text) => terminal.say(text.trimEnd()),
      outputError: (text, write) => write(text.replace(/^error:/, 'dragoman:')),
    })
    .showHelpAfterError('(add --help for how it is used)')
    .addHelpText('after', EXIT_CODES);

  program
    .command('demo')
    .description('see a real agent work under a scripted model: no key, no network')
    .addHelpText('after', '\nExamples:\n  $ dragoman demo\n  $ dragoman demo | jq .type\n')
    .action(async () => onExit(await demo(terminal)));

  addTranslate(program, terminal, onExit);
  addSessions(program, terminal, onExit);
  addAgents(program, terminal, onExit);
  return program;
}

function addAgents(program: Command, terminal: Terminal, onExit: (code: ExitCode) => void): void {
  const agents = program.command('agents').description('install agent CLIs and find them');
  agents
    .command('list')
    .description('show the known agents, their default versions and what is installed')
    .option('--json', 'as JSON, for programs')
    .action(async (options: { json?: boolean }) => onExit(await listAgents(options, terminal)));
  agents
    .command('install')
    .description('install agents through npm, each version beside the others')
    .argument('[agents...]', 'such as codex or codex@0.58.0')
    .option('--all', 'the default version of every agent')
    .addHelpText(
      'after',
      '\nExamples:\n  $ dragoman agents install codex\n  $ dragoman agents install codex@0.58.0 gemini\n  $ dragoman agents install --all\n\nThe cache is $DRAGOMAN_CACHE, or dragoman in your cache folder.\n',
    )
    .action(async (references: string[], options: { all?: boolean }) =>
      onExit(await installAgents(references, options, terminal)),
    );
  agents
    .command('which')
    .description('print the path of an installed agent')
    .argument('<agent>', 'such as codex or codex@0.58.0')
    .addHelpText('after', '\nExample:\n  $ "$(dragoman agents which codex)" --version\n')
    .action(async (reference: string) => onExit(await whichAgent(reference, terminal)));
}

function addTranslate(
  program: Command,
  terminal: Terminal,
  onExit: (code: ExitCode) => void,
): void {
  program
    .command('translate')
    .description("tell an agent's records, live or saved, in the one language")
    .argument('[file]', 'stdin without it, or as -')
    .option(
      '--agent <agent>',
      'whose records they are, such as codex or codex@0.58.0; without it they tell themselves',
    )
    .addOption(
      new Option('--from <view>', 'what they are; without it they tell themselves').choices([
        'live',
        'saved',
      ]),
    )
    .addOption(
      new Option('--to <form>', 'what to make of them')
        .choices(['events', 'messages'])
        .default('events'),
    )
    .option('--stats', 'say what became of the lines (on stderr)')
    .option('--raw', 'pass on what no rule covers, as raw events')
    .option('--legacy-only', `understand only what ${legacyPrinters()}, for debugging`)
    .addHelpText(
      'after',
      '\nExamples:\n  $ codex exec --json "fix it" | dragoman translate\n  $ dragoman translate --to messages --stats rollout.jsonl\n\nFor records to tell themselves one has to come within the first 1,000 lines of JSON; other lines before it don\'t matter, up to 1 MiB of them.\n',
    )
    .action(async (file: string | undefined, options: TranslateOptions) =>
      onExit(await translate(file, options, terminal)),
    );
}

/** `codex printed before 0.44`, of every agent that has changed its format. */
function legacyPrinters(): string {
  return legacyFormats()
    .map(({ name, before }) => `${name} printed before ${before}`)
    .join(', ');
}

function addSessions(program: Command, terminal: Terminal, onExit: (code: ExitCode) => void): void {
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
    .action(async (options: ListSessionsOptions) => onExit(await listSessions(options, terminal)));
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
    .action(async (session: string, options: ShowSessionOptions) =>
      onExit(await showSession(session, options, terminal)),
    );
}

function count(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('It takes a whole number from 1.');
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
}

function ownVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const parsed = parseJson(text);
  return parsed.ok && isJsonObject(parsed.value) ? String(parsed.value.version) : 'unknown';
}
