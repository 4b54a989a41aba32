import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { reasonOf } from '@dragoman/protocol/internal';
import { makeFolder } from './files/make-folder.js';
import { liesIn, realOrSame } from './files/real-path.js';
import { defaultStateDirectory } from './state-directory.js';

/**
 * The folder of workspaces that Dragoman makes itself: `$DRAGOMAN_WORKSPACES`, or `dragoman-workspaces`
 * beside the state folder. No command sees it, but for the one workspace in it that it is given.
 */
export function defaultWorkspacesDirectory(
  stateDirectory: string = defaultStateDirectory(),
  environment: NodeJS.ProcessEnv = process.env,
): string {
  const configured = environment.DRAGOMAN_WORKSPACES;
  if (configured) return resolve(configured);
  return join(dirname(resolve(stateDirectory)), 'dragoman-workspaces');
}

/**
 * Makes the folder of workspaces, which only this user may enter, and gives its real path. Throws
 * `workspaces_unusable` where there is one that others may enter, or that is in the way of the state folder.
 */
export function makeWorkspacesDirectory(stateDirectory: string = defaultStateDirectory()): string {
  const path = defaultWorkspacesDirectory(stateDirectory);
  try {
    makeFolder(path);
    const real = realpathSync(path);
    const why = unusable(real, realOrSame(resolve(stateDirectory)));
    if (why === undefined) return real;
    throw new Error(why);
  } catch (cause) {
    throw new DragomanError(
      'workspaces_unusable',
      `No workspace can be made in ${path}: ${reasonOf(cause).replace(/\.$/, '')}. Set DRAGOMAN_WORKSPACES to a folder that is yours alone (mode 0700), outside of the state folder and not around it.`,
      { cause },
    );
  }
}

function unusable(folder: string, stateDirectory: string): string | undefined {
  if (liesIn(stateDirectory, folder)) return `it is in the state folder ${stateDirectory}`;
  if (liesIn(folder, stateDirectory)) return `it holds the state folder ${stateDirectory}`;
  if (process.platform === 'win32') return undefined;
  const { uid, mode } = lstatSync(folder);
  if (uid !== process.getuid?.()) return 'it belongs to another user';
  return (mode & 0o077) === 0 ? undefined : 'others may enter it';
}

/** Folders that are hidden, without that of workspaces where this workspace is one of those in it. */
export function hiddenAround(
  workspace: string,
  hidden: readonly string[],
  workspaces: string,
): readonly string[] {
  const isOwn = workspace !== workspaces && liesIn(workspaces, workspace);
  return isOwn ? hidden.filter((folder) => folder !== workspaces) : hidden;
}
