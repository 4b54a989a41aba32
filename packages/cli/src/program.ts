import { Command } from 'commander';
import { ownVersion } from './own-version.js';
import { addAgents } from './program/agents-command.js';
import { addClean } from './program/clean-command.js';
import type { CommandContext } from './program/command-context.js';
import { addDemo } from './program/demo-command.js';
import { addDoctor } from './program/doctor-command.js';
import { addExec } from './program/exec-command.js';
import { addSessions } from './program/sessions-command.js';
import { addTranslate } from './program/translate-command.js';
import type { Terminal } from './terminal/terminal.js';

const EXIT_CODES = `
Exit codes:
  0    done
  1    it failed, or what it ran failed
  2    wrong arguments
  124  exec: a limit of time ended the agent
  125  exec: the agent could not be started
  130  interrupted or canceled
`;

/** In the order of the help. */
const COMMANDS = {
  exec: addExec,
  demo: addDemo,
  translate: addTranslate,
  sessions: addSessions,
  agents: addAgents,
  doctor: addDoctor,
  clean: addClean,
};

interface ProgramEvents extends Pick<CommandContext, 'onExit'> {
  /** Gets help that was asked for. It is data, which the caller writes. */
  readonly onHelp: (text: string) => void;
}

/**
 * The commands of `dragoman` and their help. Where it is known which of them is wanted, that is the
 * only one: to describe them all takes a part of the time in which a turn has to start.
 */
export function createProgram(
  terminal: Terminal,
  { onExit, onHelp }: ProgramEvents,
  wanted?: string,
): Command {
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
  const context = { terminal, onExit };
  for (const add of isCommand(wanted) ? [COMMANDS[wanted]] : Object.values(COMMANDS)) {
    add(program, context);
  }
  return program;
}

function isCommand(name: string | undefined): name is keyof typeof COMMANDS {
  return name !== undefined && Object.hasOwn(COMMANDS, name);
}
