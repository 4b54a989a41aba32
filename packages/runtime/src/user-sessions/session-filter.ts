import { folderTest } from './folder-test.js';
import type { GatheredSession } from './gather-sessions.js';

/** Which sessions are wanted. All that is given has to be true of one. */
export interface SessionFilter {
  /** A part of the model's name. */
  readonly model?: string;
  /** When it was last written to, at the earliest, in milliseconds since 1970. */
  readonly since?: number;
  /** The folder that the agent worked in, or one above it. */
  readonly cwd?: string;
}

/** A test for sessions. Undefined: all are wanted, so that not every file has to be opened. */
export async function sessionFilter({
  model,
  since,
  cwd,
}: SessionFilter): Promise<((session: GatheredSession) => boolean) | undefined> {
  if (model === undefined && since === undefined && cwd === undefined) return undefined;
  const isInside = cwd === undefined ? undefined : await folderTest(cwd);
  const name = model?.toLowerCase();
  return (session) =>
    (name === undefined || session.modelId?.toLowerCase().includes(name) === true) &&
    (since === undefined || Date.parse(session.updatedAt) >= since) &&
    (isInside === undefined || isInside(session.cwd));
}
