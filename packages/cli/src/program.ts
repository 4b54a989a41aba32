import { Command } from 'commander';
import type { ExitCode } from './exit-code.js';
import { ownVersion } from './own-version.js';
import { addAgents } from './program/agents-command.js';
import { addClean } from './program/clean-command.js';
import { addCompletion } from './program/completion-command.js';
import { addConfig } from './program/config-command.js';
import { addDemo } from './program/demo-command.js';
import { addDoctor } from './program/doctor-command.js';
import { addExec } from './program/exec-command.js';
import { addKeys } from './program/keys-command.js';
import { addLogin, addLogout } from './program/login-command.js';
import { addRun } from './program/run-command.js';
import { addRuns } from './program/runs-command.js';
import { addServe } from './program/serve-command.js';
import { addSessions } from './program/sessions-command.js';
import { addTranslate } from './program/translate-command.js';
import { addTurns } from './program/turns-command.js';
import { addUsage } from './program/usage-command.js';
import type { Terminal } from './terminal/terminal.js';
import { fittedHelp } from './terminal/text/help-text.js';

const EXIT_CODES = `
Exit codes:
  0    done
  1    the command, or what it ran, failed
  2    wrong arguments, or no key
  3    run: it went to its end, and not all of it succeeded
  124  exec: a time limit ended the agent
  125  exec: the agent could not be started; serve: nothing was served
  130  interrupted or canceled
`;

/** In the order of the help. */
const COMMANDS = {
  exec: addExec,
  run: addRun,
  runs: addRuns,
  demo: addDemo,
  translate: addTranslate,
  sessions: addSessions,
  usage: addUsage,
  turns: addTurns,
  serve: addServe,
  keys: addKeys,
  agents: addAgents,
  login: addLogin,
  logout: addLogout,
  config: addConfig,
  doctor: addDoctor,
  clean: addClean,
  completion: addCompletion,
};

interface ProgramEvents extends Pick<CommandContext, 'onExit' | 'onStopped'> {
  /** Gets requested help text. It is data, which the caller writes to stdout. */
  readonly onHelp: (text: string) => void;
}

/**
 * The commands of `dragoman` and their help. If `wanted` names a command, only that one is described:
 * describing all of them delays the start of a turn.
 */
export function createProgram(
  terminal: Terminal,
  { onExit, onStopped, onHelp }: ProgramEvents,
  wanted?: string,
): Command {
  const program = new Command('dragoman')
    .description(
      'Runs coding-agent CLIs in a sandbox and converts what they print into one event language.',
    )
    .version(ownVersion())
    .configureOutput({
      writeOut: (text) => onHelp(fittedHelp(text, terminal.columns)),
      // A refusal that no terminal shows stays on its line.
      writeErr: (text) =>
        terminal.say(fittedHelp(text.trimEnd(), terminal.messageColumns ?? Infinity)),
      outputError: (text, write) => write(withAdvice(text.replace(/^error:/, 'dragoman:'))),
    })
    .addHelpText('after', EXIT_CODES);
  const context = { terminal, onExit, onStopped };
  for (const add of isCommand(wanted) ? [COMMANDS[wanted]] : Object.values(COMMANDS)) {
    add(program, context);
  }
  nameHelp(program, 'dragoman');
  return program;
}

/** An error says which help is meant. */
function nameHelp(command: Command, path: string): void {
  command.showHelpAfterError(`(see ${path} --help)`);
  for (const one of command.commands) nameHelp(one, `${path} ${one.name()}`);
}

/** A prompt without quotes is as many arguments as it has words. */
function withAdvice(message: string): string {
  return message.replace(/too many arguments for '(?:exec|run)'.*/, '$& Put the prompt in quotes.');
}

function isCommand(name: string | undefined): name is keyof typeof COMMANDS {
  return name !== undefined && Object.hasOwn(COMMANDS, name);
}

/** What every command gets. The code of a command is loaded when it runs. */
export interface CommandContext {
  readonly terminal: Terminal;
  /** Gets the exit code of the command. */
  readonly onExit: (code: ExitCode) => void;
  /** Gets the exit code of a command that runs until it is stopped: then that is no interruption. */
  readonly onStopped: (code: ExitCode) => void;
}
