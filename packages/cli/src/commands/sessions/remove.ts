import { DragomanError } from '@dragoman/protocol';
import { removeSession } from '@dragoman/runtime';
import { EXIT, type ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal/terminal.js';
import { harmlessLine } from '../../terminal/text/harmless-text.js';
import { type FindOptions, knowSession } from './find-session.js';

export interface RemoveOptions extends FindOptions {
  readonly yes?: boolean;
}

/** `dragoman sessions remove`: a session of `exec` with its HOME and journals. Without `--yes` it is only named. */
export async function removeSessions(
  wanted: readonly string[],
  options: RemoveOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const entries = [];
  for (const id of wanted) {
    const { entry, saved } = await knowSession(id, options, terminal.signal);
    if (entry === undefined) throw notOurs(saved.path);
    entries.push(entry);
  }
  for (const { agent, sessionId, workspace } of entries) {
    if (options.yes) await removeSession({ agent, sessionId });
    const done = options.yes ? 'removed' : 'would be removed';
    await terminal.write(
      harmlessLine(`${sessionId} of ${agent} in ${workspace} ${done}`).concat('\n'),
    );
  }
  if (!options.yes) terminal.say('To remove them, run the same command with --yes.');
  return EXIT.success;
}

function notOurs(path: string): DragomanError {
  return new DragomanError(
    'session_foreign',
    `${path} is a session that an agent began on its own. Dragoman leaves it as it is; remove it with that agent, or remove the file.`,
  );
}
