import { realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { plainFilesBelow } from '../../sessions/plain-files.js';
import { codexLayout } from './layout.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The time is the first 48 bits of an id of Codex (UUID, version 7). */
const TIMED_ID = /^([0-9a-f]{8})-([0-9a-f]{4})-7/i;
const IN_DAY_FOLDER = /^(.*)[/\\]\d{4}[/\\]\d\d[/\\]\d\d$/;

/**
 * The file of another session of Codex, looked for beside one: in the same folder, in the folders of the
 * days on which it can have begun, and among those that were archived. An agent could make links there, so
 * none is followed.
 */
export function findOrigin(path: string, sessionId: string): string | undefined {
  for (const folder of foldersFor(dirname(path), sessionId)) {
    const isOrigin = (one: string) => codexLayout.idOf(basename(one), one) === sessionId;
    const files = plainFilesBelow(folder, 0).filter((one) => one !== path && isOrigin(one));
    // Beside a packed one, the other is newer.
    const [first] = files.sort((left, right) => left.length - right.length);
    if (first !== undefined) return first;
  }
  return undefined;
}

function foldersFor(folder: string, sessionId: string): readonly string[] {
  const root = sessionsRoot(folder);
  if (root === undefined) return [folder];
  const real = realPath(root);
  // A folder of a day that is a link is left out; where the root lies is not for its agent to say.
  const days = daysOf(sessionId).filter(
    (day) => realPath(join(root, day)) === join(real ?? '', day),
  );
  const archive = join(dirname(root), 'archived_sessions');
  return [
    folder,
    ...days.map((day) => join(root, day)),
    ...(realPath(archive) === join(realPath(dirname(root)) ?? '', basename(archive))
      ? [archive]
      : []),
  ];
}

/** The folder `sessions` in which, or beside which, a session lies. */
function sessionsRoot(folder: string): string | undefined {
  const [, root] = IN_DAY_FOLDER.exec(folder) ?? [];
  if (root !== undefined) return root;
  if (basename(folder) === 'archived_sessions') return join(dirname(folder), 'sessions');
  return basename(folder) === 'sessions' ? folder : undefined;
}

/** The days, anywhere on Earth, on which a session began. Its folder has the local one. */
function daysOf(sessionId: string): readonly string[] {
  const [, high, low] = TIMED_ID.exec(sessionId) ?? [];
  if (high === undefined || low === undefined) return [];
  const time = Number.parseInt(high + low, 16);
  return [0, -DAY_MS, DAY_MS].map((offset) => {
    const [day = ''] = new Date(time + offset).toISOString().split('T');
    return day.replaceAll('-', sep);
  });
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
