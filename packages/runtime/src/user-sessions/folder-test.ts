import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { liesIn } from '@dragoman/sandbox';

/** A test for the folders of sessions: in this folder, or in one below it. */
export async function folderTest(folder: string): Promise<(cwd: string | undefined) => boolean> {
  const given = resolve(folder);
  // An agent may have been started through a link.
  const names = [given, await realpath(given).catch(() => given)];
  return (cwd) => cwd !== undefined && names.some((name) => liesIn(name, cwd));
}
