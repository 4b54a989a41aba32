import { agentNames, agents } from '@dragoman/agents';
import { createRedactor, DragomanError, type Redactor } from '@dragoman/protocol';
import { errorCode, errorMessage, shortageOf } from '@dragoman/protocol/internal';
import type { Terminal } from './terminal/terminal.js';
import { wrapLine } from './terminal/text/fit-text.js';
import { formatCount } from './terminal/text/formats.js';
import { harmlessLines } from './terminal/text/harmless-text.js';

/** What to try, for errors whose message does not say it. */
const HINTS: Readonly<Record<string, string>> = {
  agent_unknown: 'dragoman agents list',
  install_version_unknown: 'dragoman agents list',
  session_unknown: 'dragoman sessions list',
  turn_unknown: 'dragoman turns list',
  key_missing: '--script FILE, with a scripted model that needs no key',
  sandbox_unavailable: 'dragoman doctor',
  npm_missing: 'https://nodejs.org/en/download',
};

const NAME = 'dragoman:';

/** Prints an error in one line, and below it what to try if that is known. */
export function reportError(error: unknown, terminal: Terminal): void {
  // It may quote text of an agent or a provider, even a key.
  const message = harmlessLines(ownRedactor().text(errorMessage(error))).join('\n');
  const [first = '', ...more] = wrapped(`${NAME} ${message}`, terminal);
  terminal.say(`${terminal.paint('red', NAME)}${first.slice(NAME.length)}`);
  for (const line of more) terminal.say(line);
  const hint = error instanceof DragomanError ? HINTS[error.code] : undefined;
  if (hint !== undefined) terminal.say(terminal.paint('dim', `  try: ${hint}`));
  if (!(error instanceof DragomanError) && error instanceof Error && !isRefusedByMachine(error)) {
    // A bug in Dragoman: the stack trace helps to find it.
    terminal.say(terminal.paint('dim', ownRedactor().text(error.stack ?? '')));
  }
}

const REFUSALS: ReadonlySet<string | undefined> = new Set(['EACCES', 'EIO', 'EPERM', 'EROFS']);

/** Whether a machine refuses it whoever asks: no trace of the program helps then. */
function isRefusedByMachine(error: Error): boolean {
  return shortageOf(error) !== undefined || REFUSALS.has(errorCode(error));
}

const MOST_REPORTED = 3;

/** What is said in the same words is said once. */
export function differing(errors: readonly unknown[]): unknown[] {
  return [...new Map(errors.map((error) => [errorMessage(error), error])).values()];
}

/** Reports the first of several errors, and how many more there are. */
export function reportErrors(errors: readonly unknown[], terminal: Terminal): void {
  const reported = differing(errors);
  for (const error of reported.slice(0, MOST_REPORTED)) reportError(error, terminal);
  const more = reported.length - MOST_REPORTED;
  if (more > 0) terminal.say(`${NAME} … and ${formatCount(more, 'more problem')}.`);
}

/** A message in lines for stderr: a terminal would break them in the middle of words. */
export function wrapped(message: string, { messageColumns }: Terminal): string[] {
  const lines = message.split('\n');
  return messageColumns === undefined
    ? lines
    : lines.flatMap((line) => wrapLine(line, messageColumns));
}

/** A redactor for the keys in this process's environment. */
function ownRedactor(): Redactor {
  const names = agentNames.flatMap((name) => agents[name].keys.keyVariables);
  return createRedactor({ secrets: names.flatMap((name) => process.env[name] || []) });
}
