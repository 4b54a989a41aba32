import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { makeFolder, temporaryFailure } from './make-folder.js';
import { liesIn } from './real-path.js';

/** Where a system puts what is true only until its next start. No workspace holds it. */
const RUN = '/run';

const OWN = 'dragoman';

/**
 * Where the folders for sockets lie. Whoever reaches a socket can stop a turn, so no agent may see
 * them: they are never where TMPDIR says, which may be in the workspace of another turn. It is the
 * user's own folder in `/run` where there is one, and `/tmp` where there is none: nobody but this user
 * may enter what is made there, and paths are short.
 */
export function runRoot(environment: NodeJS.ProcessEnv = process.env): string {
  if (process.platform === 'win32') return tmpdir();
  const uid = process.getuid?.() ?? 0;
  const own = [environment.XDG_RUNTIME_DIR, `${RUN}/user/${uid}`].find(
    (folder) => folder !== undefined && isOwnIn(RUN, folder, uid),
  );
  return own === undefined ? '/tmp' : join(own, OWN);
}

/** The path of a folder for sockets: short, because theirs must be. */
export function runDirectoryOf(id: string): string {
  return join(runRoot(), nameOf(id));
}

/** Whether a path could be that of `runDirectoryOf`, wherever its maker had them. */
export function isRunDirectoryOf(id: string, path: string): boolean {
  return isAbsolute(path) && basename(path) === nameOf(id);
}

/** Only this user may enter it. It must not have been there: others can write beside it. */
export function makeRunDirectory(path: string): void {
  try {
    if (basename(dirname(path)) === OWN) makeFolder(dirname(path));
    mkdirSync(path, { mode: 0o700 });
  } catch (cause) {
    throw temporaryFailure(dirname(path), cause);
  }
  if (isPrivate(path, process.getuid?.() ?? 0)) return;
  throw new DragomanError(
    'temporary_unusable',
    `${path}, which was made for sockets, can be entered by others than this user: nothing is started there.`,
  );
}

function nameOf(id: string): string {
  return `dragoman-${id}`;
}

/** Whether a folder is in another by its real path, and is this user's alone. */
function isOwnIn(parent: string, folder: string, uid: number): boolean {
  try {
    return liesIn(parent, realpathSync(folder)) && isPrivate(realpathSync(folder), uid);
  } catch {
    return false;
  }
}

function isPrivate(folder: string, uid: number): boolean {
  if (process.platform === 'win32') return true;
  const status = lstatSync(folder);
  return status.isDirectory() && status.uid === uid && (status.mode & 0o077) === 0;
}
