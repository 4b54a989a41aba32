import { DragomanError } from '@dragoman/protocol';
import type { SandboxProvider } from '@dragoman/sandbox';
import type { SessionEntry } from './session-entry.js';
import type { SessionRegistry } from './session-registry.js';

/**
 * Refuses, with `session_confined`, to go on without walls with a session that had them: in its HOME
 * the agent may have left settings, hooks and plugins, and its CLI would run them with all rights.
 * Sessions that were forked share a HOME.
 */
export async function checkSessionConfinement(
  { agent, sessionId, home }: SessionEntry,
  { kind, abilities }: Pick<SandboxProvider, 'kind' | 'abilities'>,
  book: SessionRegistry,
): Promise<void> {
  if (abilities.confinesFiles) return;
  const confined = (await book.inHome(agent, home)).find(({ sandbox }) => sandbox !== kind);
  if (confined === undefined) return;
  throw new DragomanError(
    'session_confined',
    `The session ${sessionId} was confined (${confined.sandbox}), and what the agent left in its HOME would run unconfined now. Go on with it there (--sandbox ${confined.sandbox}), or, if you trust what it left, say so (--trust-project, or \`projectSettings: 'trust'\`).`,
  );
}
