import type { Dirent } from 'node:fs';
import { opendir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { DragomanError, errorCode } from '@dragoman/protocol';
import { liesIn } from '@dragoman/sandbox';

/** An agent's folders are a few deep. One that nests them without end keeps nobody busy. */
const DEEPEST = 32;

/**
 * Refuses folders of sessions in a HOME of ours, with `session_damaged`, that an agent has prepared for
 * whoever reads them: with links that lead out of the HOME, or with pipes and the like. What isn't there
 * is no matter.
 */
export async function checkSessionFolders(folders: readonly string[], home: string): Promise<void> {
  const root = await realpath(home);
  for (const folder of folders) {
    await checkTarget(folder, root);
    await checkFolder(folder, root, DEEPEST);
  }
}

async function checkFolder(folder: string, root: string, depth: number): Promise<void> {
  if (depth === 0) throw damaged(folder, 'holds folders without end');
  const entries = await opendir(folder).catch(unlessGone);
  if (entries === undefined) return;
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) await checkTarget(path, root);
    else if (entry.isDirectory()) await checkFolder(path, root, depth - 1);
    else checkKind(entry, path);
  }
}

/** A link that leads nowhere is read by nobody. */
async function checkTarget(path: string, root: string): Promise<void> {
  const target = await realpath(path).catch(unlessGone);
  if (target === undefined || liesIn(root, target)) return;
  throw damaged(path, 'leads out of it');
}

function checkKind(entry: Dirent, path: string): void {
  if (!entry.isFile()) throw damaged(path, 'is no ordinary file');
}

function unlessGone(error: unknown): undefined {
  const code = errorCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return undefined;
  throw error;
}

function damaged(path: string, what: string): DragomanError {
  return new DragomanError(
    'session_damaged',
    `The session can't be read: ${path} in the HOME of its agent ${what}. The agent may have made that; look at it, and remove it.`,
  );
}
