import {
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmdirSync,
  unlinkSync,
} from 'node:fs';
import { errorCode } from '@dragoman/protocol/internal';
import { inFolder, type PathInFolder } from '../files/in-folder.js';
import type { SocketFiles } from './socket-files.js';
import type { PlaceholderKind } from './wall.js';

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;

const NEW_FILE = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;

/** Where a placeholder is: in a folder that agents work in. */
export type PlaceholderPath = PathInFolder;

/**
 * Puts something empty where there is nothing. `false` where there is something, or nothing can be
 * made. No link is followed.
 */
export function makePlaceholder(
  placeholder: PlaceholderPath,
  kind: PlaceholderKind,
  sockets: SocketFiles,
): boolean {
  try {
    inFolder(placeholder, (folder, name) => {
      if (kind === 'socket') sockets.make(folder, name);
      else MAKERS[kind](folder, name);
    });
    return true;
  } catch (error) {
    if (NOT_MADE.has(errorCode(error))) return false;
    throw error;
  }
}

/** There is something; or nothing can be made there, by a command of this user's neither. */
const NOT_MADE: ReadonlySet<unknown> = new Set([
  ...['EEXIST', 'ENOENT', 'ENOTDIR', 'ELOOP'],
  ...['EACCES', 'EPERM', 'EROFS'],
]);

const MAKERS: Readonly<
  Record<Exclude<PlaceholderKind, 'socket'>, (folder: string, name: string) => void>
> = {
  folder: makeEmptyFolder,
  scratch: makeEmptyFolder,
  file: (folder, name) => closeSync(openSync(`${folder}/${name}`, NEW_FILE, 0o644)),
};

function makeEmptyFolder(folder: string, name: string): void {
  mkdirSync(`${folder}/${name}`, { mode: 0o755 });
}

/** Removes a placeholder, if it still is one. */
export function removePlaceholder(placeholder: PlaceholderPath, kind: PlaceholderKind): void {
  try {
    inFolder(placeholder, (folder, name) => {
      const path = `${folder}/${name}`;
      if (kind === 'folder' || kind === 'scratch') rmdirSync(path);
      else if (isEmpty(path, kind)) unlinkSync(path);
    });
  } catch (error) {
    if (!NOT_REMOVED.has(errorCode(error))) throw error;
  }
}

/** It is gone, or it is somebody's by now. */
const NOT_REMOVED: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ENOTEMPTY', 'ELOOP']);

/** Whether what is there could be such a placeholder. */
export function looksLikePlaceholder(placeholder: PlaceholderPath, kind: PlaceholderKind): boolean {
  try {
    return inFolder(placeholder, (folder, name) => isEmpty(`${folder}/${name}`, kind));
  } catch {
    return false;
  }
}

function isEmpty(path: string, kind: PlaceholderKind): boolean {
  const status = lstatSync(path);
  switch (kind) {
    case 'folder':
    case 'scratch':
      return status.isDirectory() && readdirSync(path).length === 0;
    case 'file':
      return status.isFile() && status.size === 0 && status.nlink === 1;
    case 'socket':
      return status.isSocket();
  }
}
