import { DragomanError } from '@dragoman/protocol';
import { CommanderError } from 'commander';
import { EXIT, type ExitCode } from './exit-code.js';
import { createProgram } from './program.js';
import { reportError } from './report-error.js';
import type { Terminal } from './terminal/terminal.js';
import { withoutCurrentFolder } from './without-current-folder.js';

/** What an error's code says to the shell, where it isn't just that something went wrong. */
const CODES: ReadonlyMap<string, ExitCode> = new Map([
  // The person asked wrongly.
  ['usage', EXIT.usage],
  ['agent_unknown', EXIT.usage],
  ['agent_version_inexact', EXIT.usage],
  ['unsupported_option', EXIT.usage],
  ['sandbox_unsupported', EXIT.usage],
  // Known before there is a turn whose outcome could tell it.
  ['sandbox_unavailable', EXIT.notStarted],
  ['sandbox_image_missing', EXIT.notStarted],
  ['sandbox_image_unusable', EXIT.notStarted],
  ['image_agent_missing', EXIT.notStarted],
]);

/** Runs one command line. Never throws: the result says how it went. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = EXIT.success;
  let help = '';
  const events = {
    onExit(ended: ExitCode) {
      code = ended;
    },
    onHelp(text: string) {
      help += text;
    },
  };
  const program = createProgram(terminal, events, args[0]);
  throwInsteadOfExit(program);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    code = failed(withoutCurrentFolder(error), terminal);
  }
  await terminal.write(help);
  return stopped(terminal, code) ?? code;
}

function throwInsteadOfExit(command: ReturnType<typeof createProgram>): void {
  command.exitOverride();
  for (const child of command.commands) throwInsteadOfExit(child);
}

/**
 * When the reader of stdout has gone it had what it wanted, as with `| head`; but a turn that was
 * canceled for it is no success.
 */
function stopped(terminal: Terminal, code: ExitCode): ExitCode | undefined {
  const { aborted, reason } = terminal.signal;
  if (!aborted) return undefined;
  if (reason === 'interrupted') return EXIT.interrupted;
  if (reason === 'reader gone') return code === EXIT.interrupted ? code : EXIT.success;
  reportError(reason, terminal);
  return EXIT.failure;
}

function failed(error: unknown, terminal: Terminal): ExitCode {
  // Commander has already said what was wrong, or has shown the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.success : EXIT.usage;
  // A command that stopped because its output has nowhere to go has no failure of its own.
  const outputLost = terminal.signal.aborted && terminal.signal.reason !== 'interrupted';
  if (!outputLost) reportError(error, terminal);
  const known = error instanceof DragomanError ? CODES.get(error.code) : undefined;
  return known ?? EXIT.failure;
}
