import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { DragomanError, errorMessage } from '@dragoman/protocol';

/** The real path of a workspace. Throws `workspace_missing` when it is no folder. */
export async function realWorkspace(cwd: string): Promise<string> {
  const path = resolve(cwd);
  try {
    const workspace = await realpath(path);
    if ((await stat(workspace)).isDirectory()) return workspace;
  } catch (cause) {
    const why = errorMessage(cause);
    throw new DragomanError('workspace_missing', `The workspace ${path} can't be used: ${why}`, {
      cause,
    });
  }
  throw new DragomanError(
    'workspace_missing',
    `The workspace ${path} can't be used: it is not a folder.`,
  );
}
