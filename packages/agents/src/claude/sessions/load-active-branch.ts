import { loadSessionFile } from '../../sessions/load-session.js';
import type { OpenFile } from '../../sessions/open-file.js';
import type { SessionFormat } from '../../sessions/session-format.js';
import type { LoadedSession, LoadOptions } from '../../sessions/session-store.js';
import { createBranches } from '../saved/branches.js';
import { createBranchInterpreter } from '../saved.js';

/**
 * A session without the turns that somebody went back from. Which those are is known at the end, so
 * that a session in which there are any is read twice.
 */
export async function loadActiveBranch(
  file: OpenFile,
  format: SessionFormat,
  options: LoadOptions,
): Promise<LoadedSession> {
  const branches = createBranches();
  const whole = { ...format, interpreter: () => createBranchInterpreter(branches) };
  const loaded = await loadSessionFile(file, whole, options);
  const leftOut = branches.leftBehind();
  if (leftOut.size === 0) return loaded;
  const active = { ...format, interpreter: () => createBranchInterpreter(createBranches(leftOut)) };
  const session = await loadSessionFile(file, active, options);
  return { ...session, notes: [...session.notes, noteOn(leftOut.size)] };
}

function noteOn(turns: number): string {
  return turns === 1
    ? 'One turn is left out: the session goes on from before it.'
    : `${turns} turns are left out: the session goes on from before them.`;
}
