import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { isThereSync, namesInSync, removeTree } from '@dragoman/sandbox';
import { usesFolder } from '../seed/seed-folders.js';
import {
  readRecord,
  recordPath,
  type WorkspaceRecord,
  workspaceDirectory,
} from './workspace-record.js';

export interface WorkspaceLocation {
  readonly root: string;
  readonly name: string;
}

export interface WorkspaceRemoval extends WorkspaceLocation {
  /** Also if the work in it is nowhere else. Only where a person has said so. Default: false. */
  readonly force?: boolean;
}

/** What is known of a workspace. Rejects with `workspace_missing`. */
export function openWorkspace({ root, name }: WorkspaceLocation): WorkspaceRecord {
  const record = readRecord(root, name);
  if (record !== undefined) return record;
  throw new DragomanError('workspace_missing', `There is no workspace ${join(root, name)}.`);
}

/** All workspaces below a root, by their names. */
export function listWorkspaces(root: string): readonly string[] {
  return namesInSync(root)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length));
}

/**
 * Removes a workspace with all that is in it. Refused with `workspace_unimported` while its work may be
 * nowhere else. What isn't there is no error.
 */
export async function removeWorkspace(removal: WorkspaceRemoval): Promise<void> {
  const { root, name, force = false } = removal;
  const directory = workspaceDirectory(root, name);
  const record = readRecord(root, name);
  if (record === undefined && !isThereSync(directory)) return;
  if (!force && record?.state !== 'imported' && record?.state !== 'making') {
    throw new DragomanError(
      'workspace_unimported',
      `${directory} is kept: its work is not imported. Import it, or say that it is to go (force).`,
    );
  }
  // The record goes last: until then whoever was killed here can be followed up.
  await removeTree(directory);
  if (record !== undefined) {
    const use = join(usesFolder(record.workspace.seed.directory), `workspace-${name}.json`);
    rmSync(use, { force: true });
  }
  rmSync(recordPath(root, name), { force: true });
}
