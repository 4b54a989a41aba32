import { agentNames, agents } from '@dragoman/agents';
import { createRedactor, DragomanError, errorMessage, type Redactor } from '@dragoman/protocol';
import type { Terminal } from './terminal/terminal.js';
import { harmlessLines } from './terminal/text/harmless-text.js';

/** What helps further, where the message alone doesn't say it. */
const HINTS: Readonly<Record<string, string>> = {
  agent_unknown: 'dragoman agents list',
  install_version_unknown: 'dragoman agents list',
  session_unknown: 'dragoman sessions list',
  key_missing: 'dragoman exec "…" --script FILE, with a scripted model that needs no key',
  sandbox_unavailable: 'dragoman doctor',
  npm_missing: 'https://nodejs.org/en/download',
};

/** One clear line for what went wrong, and a line with what to try where there is one. */
export function reportError(error: unknown, terminal: Terminal): void {
  // It may quote what others wrote, keys included.
  const message = harmlessLines(ownRedactor().text(errorMessage(error))).join('\n');
  terminal.say(`${terminal.paint('red', 'dragoman:')} ${message}`);
  const hint = error instanceof DragomanError ? HINTS[error.code] : undefined;
  if (hint !== undefined) terminal.say(terminal.paint('dim', `  try: ${hint}`));
  if (!(error instanceof DragomanError) && error instanceof Error) {
    // Not one of ours: a mistake in Dragoman itself, for which the trace is wanted.
    terminal.say(terminal.paint('dim', ownRedactor().text(error.stack ?? '')));
  }
}

/** Knows the keys that this process was started with. */
function ownRedactor(): Redactor {
  const names = agentNames.flatMap((name) => agents[name].keys.keyVariables);
  return createRedactor({ secrets: names.flatMap((name) => process.env[name] || []) });
}
