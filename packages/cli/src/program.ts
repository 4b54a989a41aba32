import { readFileSync } from 'node:fs';
import { isJsonObject, parseJson } from '@dragoman/protocol';
import { Command } from 'commander';
import { installAgents } from './commands/agents/install.js';
import { listAgents } from './commands/agents/list.js';
import { whichAgent } from './commands/agents/which.js';
import { demo } from './commands/demo/demo.js';
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

function ownVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const parsed = parseJson(text);
  return parsed.ok && isJsonObject(parsed.value) ? String(parsed.value.version) : 'unknown';
}
