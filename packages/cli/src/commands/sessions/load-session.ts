import { stat } from 'node:fs/promises';
import type { LoadedSession } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import type { Terminal } from '../../terminal/terminal.js';
import { untilStopped } from '../../terminal/until-stopped.js';
import { chooseView } from '../translate/choose-view.js';
import { openInput } from '../translate/open-input.js';
import type { FoundSession } from './find-session.js';

/** Loads a session, or the last messages of it. Undefined when the command should stop. */
export async function loadSession(
  found: FoundSession,
  last: number | undefined,
  terminal: Terminal,
): Promise<LoadedSession | undefined> {
  const { path, agent } = found;
  const loading = agent.interpreter.sessions.load(path, { last });
  try {
    return await untilStopped(loading, terminal.signal);
  } catch (error) {
    if (await isLiveOutput(found, terminal)) throw notSaved(found, error);
    throw error;
  }
}

/** What an agent wrote to its stdout looks like a session to a person who kept it. */
async function isLiveOutput({ path, agent }: FoundSession, terminal: Terminal): Promise<boolean> {
  const isFile = (await stat(path).catch(() => undefined))?.isFile();
  // Who looks into a pipe may wait forever.
  if (!isFile) return false;
  const input = openInput(path, terminal);
  try {
    return (await chooseView(input, agent.interpreter)).view === 'live';
  } catch {
    // The first error tells why it can't be read.
    return false;
  } finally {
    await input.return(undefined);
  }
}

function notSaved({ path, agent: { name } }: FoundSession, cause: unknown): DragomanError {
  return new DragomanError(
    'session_live',
    `${path} is live output of ${name}, not a saved session. Translate it: dragoman translate --agent ${name} --to messages ${path}`,
    { cause },
  );
}
