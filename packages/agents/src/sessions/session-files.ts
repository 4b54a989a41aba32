import type { SessionLayout } from './session-layout.js';
import type { StoreOptions } from './session-store.js';
import { type ClosedFolder, type WalkOptions, walkFolders } from './walk-folders.js';

/** A file that is named as an agent names its sessions. */
export interface SessionFile {
  readonly path: string;
  readonly name: string;
  readonly id: string;
  readonly archived: boolean;
}

/** A folder in which there may be sessions. */
export interface ClosedSessions extends ClosedFolder {
  readonly archived: boolean;
}

export interface SessionFiles {
  /** In no order. */
  readonly files: readonly SessionFile[];
  /** The folders that can't be read. */
  readonly closed: readonly ClosedSessions[];
}

export type SessionFilesOptions = StoreOptions & Pick<WalkOptions<SessionFile>, 'readFolder'>;

/** The session files of an agent's folder, by their names: none is opened. */
export async function sessionFiles(
  layout: SessionLayout,
  { home, ...options }: SessionFilesOptions,
): Promise<SessionFiles> {
  const folders = layout.folders(home);
  const archives = new Set(folders.filter(({ archived }) => archived).map(({ path }) => path));
  const { files, closed } = await walkFolders(
    folders.map(({ path }) => path),
    {
      ...options,
      depth: layout.depth,
      toFound: ({ path, name, root }): SessionFile | undefined => {
        const id = layout.idOf(name, path);
        return id === undefined ? undefined : { path, name, id, archived: archives.has(root) };
      },
    },
  );
  return {
    files: layout.choose?.(files) ?? files,
    closed: closed.map((folder) => ({ ...folder, archived: archives.has(folder.root) })),
  };
}
