import { Command } from 'commander';
import { ownVersion } from './own-version.js';
import { addAgents } from './program/agents-command.js';
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

interface ProgramEvents extends Pick<CommandContext, 'onExit'> {
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
  const context = { terminal, onExit };
  addExec(program, context);
  addDemo(program, context);
  addTranslate(program, context);
  addSessions(program, context);
  addAgents(program, context);
  addDoctor(program, context);
  return program;
}
