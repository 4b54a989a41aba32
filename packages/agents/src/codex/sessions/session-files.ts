import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DragomanError, errorCode, errorMessage } from '@dragoman/protocol';

/** A file that is named as Codex names its sessions. */
export interface SessionFile {
  readonly path: string;
  readonly name: string;
  readonly id: string;
  /** When it began by its name, which has the time of the place it began in. */
  readonly startedAt: string | undefined;
  readonly archived: boolean;
}

const NAME = /^rollout-(\d{4})-(\d\d)-(\d\d)T(\d\d)-(\d\d)-(\d\d)-(.+?)\.jsonl(?:\.zst)?$/;
/** `sessions/YYYY/MM/DD`; the very first versions put all files into `sessions`. */
const DEEPEST = 3;

/** The session files of a CLI's folder, the latest first. */
export async function sessionFiles(home: string): Promise<SessionFile[]> {
  const files = [
    ...(await filesUnder(join(home, 'sessions'), false, DEEPEST)),
    ...(await filesUnder(join(home, 'archived_sessions'), true, DEEPEST)),
  ];
  return files.sort((left, right) => compareTexts(right.name, left.name));
}

async function filesUnder(
  folder: string,
  archived: boolean,
  depth: number,
): Promise<SessionFile[]> {
  const files: SessionFile[] = [];
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name);
    const file = entry.isDirectory() ? undefined : toSessionFile(path, entry.name, archived);
    if (file !== undefined) files.push(file);
    else if (depth > 0 && (entry.isDirectory() || entry.isSymbolicLink())) {
      files.push(...(await filesUnder(path, archived, depth - 1)));
    }
  }
  return files;
}

/** None for what isn't there or isn't a folder. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (cause) {
    const code = errorCode(cause);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw new DragomanError(
      'sessions_unreadable',
      `The folder ${folder} can't be read: ${errorMessage(cause)}.`,
      { cause },
    );
  }
}

function toSessionFile(path: string, name: string, archived: boolean): SessionFile | undefined {
  const match = NAME.exec(name);
  if (match === null) return undefined;
  const [, year, month, day, hours, minutes, seconds, id = ''] = match;
  const local = new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}`);
  const startedAt = Number.isNaN(local.getTime()) ? undefined : local.toISOString();
  return { path, name, id, startedAt, archived };
}

function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
