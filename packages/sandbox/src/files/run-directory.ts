import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { temporaryFailure } from './temporary-folder.js';

/** A unix socket's path has at most 103 bytes on some systems; this leaves room for its name. */
const LONGEST_PATH = 103 - '/control-1234567.sock'.length;

/** The path of a folder for sockets: short, because theirs must be. */
export function runDirectoryOf(id: string): string {
  const usual = join(tmpdir(), nameOf(id));
  return Buffer.byteLength(usual) <= LONGEST_PATH ? usual : join('/tmp', nameOf(id));
}

/** Whether a path could be that of `runDirectoryOf`, in whatever temporary folder its maker had. */
export function isRunDirectoryOf(id: string, path: string): boolean {
  return isAbsolute(path) && basename(path) === nameOf(id);
}

/** Only this user may enter it. It must not have been there: others can write beside it. */
export function makeRunDirectory(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (cause) {
    throw temporaryFailure(dirname(path), cause);
  }
}

function nameOf(id: string): string {
  return `dragoman-${id}`;
}
