import { join } from 'node:path';
import { type ClosedFolder, type WalkOptions, walkFolders } from '../../sessions/walk-folders.js';

/** A file that is named as Codex names its sessions. */
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

export interface SessionFilesOptions
  extends Pick<WalkOptions<SessionFile>, 'signal' | 'readFolder'> {
  readonly home: string;
}

const NAME = /^rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-.+\.jsonl(?:\.zst)?$/;
const BEFORE_TIME = 'rollout-'.length;
const BEFORE_ID = 'rollout-2026-01-01T00-00-00-'.length;
/** `sessions/YYYY/MM/DD`; the very first versions put all files into `sessions`. */
const DEEPEST = 3;

/** The session files of a CLI's folder, by their names: none is opened. */
export async function sessionFiles({
  home,
  ...options
}: SessionFilesOptions): Promise<SessionFiles> {
  const archive = join(home, 'archived_sessions');
  const { files, closed } = await walkFolders([join(home, 'sessions'), archive], {
    ...options,
    depth: DEEPEST,
    toFound: ({ path, name, root }): SessionFile | undefined =>
      NAME.test(name) ? { path, name, id: idOf(name), archived: root === archive } : undefined,
  });
  return {
    files,
    closed: closed.map((folder) => ({ ...folder, archived: folder.root === archive })),
  };
}

function idOf(name: string): string {
  return name.slice(BEFORE_ID, name.lastIndexOf('.jsonl'));
}

/** When a session began by its file's name, which has the time of the place it began in. */
export function startOfName(name: string): string | undefined {
  const [day, time = ''] = name.slice(BEFORE_TIME, BEFORE_ID - 1).split('T');
  const local = new Date(`${day}T${time.replaceAll('-', ':')}`);
  return Number.isNaN(local.getTime()) ? undefined : local.toISOString();
}
