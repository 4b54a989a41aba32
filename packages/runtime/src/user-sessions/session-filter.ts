import { realpath } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
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
  const folders = cwd === undefined ? undefined : await namesOf(cwd);
  const name = model?.toLowerCase();
  return (session) =>
    (name === undefined || session.modelId?.toLowerCase().includes(name) === true) &&
    (since === undefined || Date.parse(session.updatedAt) >= since) &&
    (folders === undefined || folders.some((folder) => liesIn(session.cwd, folder)));
}

/** An agent may have been started through a link. */
async function namesOf(folder: string): Promise<readonly string[]> {
  const given = resolve(folder);
  return [given, await realpath(given).catch(() => given)];
}

function liesIn(path: string | undefined, folder: string): boolean {
  if (path === undefined) return false;
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
