import { DragomanError } from '@dragoman/protocol';
import { CommanderError } from 'commander';
import { writeNotStarted } from './commands/exec/not-started.js';
import { EXIT, type ExitCode, exitCodeOf } from './exit-code.js';
import { createProgram } from './program.js';
import { reportError } from './report-error.js';
import type { Terminal } from './terminal/terminal.js';

/** Runs one command line. Never throws: errors are reported and become an exit code. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = EXIT.success;
  let codeWhenStopped: ExitCode | undefined;
  let help = '';
  const events = {
    onExit(ended: ExitCode) {
      code = ended;
    },
    onStopped(ended: ExitCode) {
      codeWhenStopped = ended;
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
    if (isRefusedExec(args, error)) {
      await writeNotStarted({ message: error.message, code: 'usage' }, terminal);
    }
  }
  await terminal.write(help);
  return codeWhenStopped ?? stopped(terminal, code) ?? code;
}

function throwInsteadOfExit(command: ReturnType<typeof createProgram>): void {
  command.exitOverride();
  for (const child of command.commands) throwInsteadOfExit(child);
}

/**
 * A reader of stdout that closes it, such as `| head`, is no failure; but a turn that is canceled
 * because of it is no success.
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
  // Commander has already reported the mistake, or printed the help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.success : EXIT.usage;
  // The output can't be written: `stopped` reports that, and this error only follows from it.
  const outputLost = terminal.signal.aborted && terminal.signal.reason !== 'interrupted';
  if (!outputLost) reportError(error, terminal);
  return exitCodeOf(error);
}

/** A command line of `exec --json` that can't be read: its reader gets an `end`, too. */
function isRefusedExec(args: readonly string[], error: unknown): error is CommanderError {
  const isRefusal = error instanceof CommanderError && error.exitCode !== 0;
  return isRefusal && args[0] === 'exec' && args.includes('--json');
}

/** Explains the error that any use of a relative path gives when the current folder was deleted. */
function withoutCurrentFolder(error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd')) return error;
  return new DragomanError(
    'current_folder_missing',
    'The current folder no longer exists: change to another folder and try again.',
    { cause: error },
  );
}
