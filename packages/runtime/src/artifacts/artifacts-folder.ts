import { isAbsolute, join, normalize } from 'node:path';
import { DragomanError } from '@dragoman/protocol';

/**
 * The folder whose files become artifacts, as a path from the workspace without needless parts; empty for
 * the workspace itself. Rejects with `invalid_request` what leads elsewhere.
 */
export function artifactsFolder(asked: string): string {
  const folder = normalize(asked).replace(/\/+$/, '');
  const names = folder.split('/');
  if (asked === '' || asked.includes('\0') || isAbsolute(asked) || names.some(isUnsuitable)) {
    throw new DragomanError(
      'invalid_request',
      `${JSON.stringify(asked)} can't be the folder of artifacts: name one in the workspace by its path from there, such as "artifacts".`,
    );
  }
  return folder === '.' ? '' : folder;
}

/** In a repository's own folder is nothing that anybody is to be handed. */
function isUnsuitable(name: string): boolean {
  return name === '..' || name === '.git';
}

/** A path in that folder as events have it. */
export function artifactPath(folder: string, path: string): string {
  return folder === '' ? path : join(folder, path);
}

/** What changes a text's direction, ends a line or moves a cursor: a name with it shows as another. */
const MISLEADING = /[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufffd]/u;

/** Whether a file can be announced, and asked for, by its name. One that is no UTF-8 can't. */
export function isPlainName(path: string): boolean {
  return path.length <= LONGEST_PATH && !MISLEADING.test(path) && !path.includes('\\');
}

const LONGEST_PATH = 1024;
