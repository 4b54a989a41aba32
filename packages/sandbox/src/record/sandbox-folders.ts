import { randomBytes } from 'node:crypto';
import { renameSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DragomanError, errorCode, errorMessage } from '@dragoman/protocol';
import type { EngineName } from '../container/engine-names.js';
import type { SandboxKind } from '../contract.js';
import { makeFolder } from '../files/make-folder.js';
import { removeTree } from '../files/remove-tree.js';
import { makeRunDirectory, runDirectoryOf } from '../files/run-directory.js';
import { writeJsonFile } from '../files/write-json-file.js';
import { onceResourcesAreThere } from '../process/once-resources-are-there.js';
import { removePlaceholders } from '../walls/placeholders.js';
import { draftName } from './folders-draft.js';
import { thisOwner } from './process-owner.js';
import type { SandboxRecord } from './sandbox-record.js';

/** What a sandbox has on this machine beside its workspace and HOME. */
export interface SandboxFolders {
  readonly record: SandboxRecord;
  /** Where its record lies. */
  readonly directory: string;
  remove(): Promise<void>;
}

export interface SandboxFolderOptions {
  readonly stateDirectory: string;
  readonly kind: SandboxKind;
  readonly workspace: string;
  readonly home: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly engine?: EngineName;
  readonly groupsIn?: readonly string[];
}

/** Writes the record of a new sandbox, and then makes the folder for its sockets. */
export async function createSandboxFolders(options: SandboxFolderOptions): Promise<SandboxFolders> {
  const { stateDirectory, kind, workspace, home, labels = {}, engine, groupsIn } = options;
  const id = randomBytes(8).toString('hex');
  const record: SandboxRecord = {
    id,
    kind,
    createdAt: new Date().toISOString(),
    labels,
    owner: thisOwner(),
    workspace,
    home,
    ...(engine !== undefined && { engine }),
    ...(groupsIn !== undefined && { groupsIn }),
    runDirectory: runDirectoryOf(id),
  };
  const directory = sandboxDirectory(stateDirectory, id);
  const place = { record, directory, remove: () => removeSandboxFolders(record, directory) };
  try {
    const draft = draftOf(directory, id);
    makeFolder(draft);
    writeJsonFile(recordPath(draft), record);
    renameSync(draft, directory);
    makeRunDirectory(record.runDirectory);
    return place;
  } catch (error) {
    throw await abandonSandboxFolders(place, error);
  }
}

/** Removes a place of which nothing can become. The result is the reason, to be thrown. */
export async function abandonSandboxFolders(
  place: SandboxFolders,
  error: unknown,
): Promise<DragomanError> {
  // Where nothing could be made there may be nothing to be removed.
  await onceResourcesAreThere(place.remove).catch(() => {});
  if (error instanceof DragomanError) return error;
  return new DragomanError(
    'sandbox_place_failed',
    `No place could be made for a sandbox: ${errorMessage(error)}. Its record lies in the state folder ($DRAGOMAN_STATE), its sockets in ${place.record.runDirectory}: both must be writable and have space.`,
    { cause: error },
  );
}

/** The record goes last: as long as anything is there, there is a record of it. */
export async function removeSandboxFolders(
  { id, runDirectory }: SandboxRecord,
  directory: string,
): Promise<void> {
  await removePlaceholders(directory);
  await removeTree(runDirectory);
  const draft = draftOf(directory, id);
  await rename(directory, draft).catch((error) => {
    // Somebody else has removed it.
    if (errorCode(error) !== 'ENOENT') throw error;
  });
  await removeTree(draft);
}

function draftOf(directory: string, id: string): string {
  return join(dirname(directory), draftName(id));
}

export function sandboxesDirectory(stateDirectory: string): string {
  return join(stateDirectory, 'sandboxes');
}

export function sandboxDirectory(stateDirectory: string, id: string): string {
  return join(sandboxesDirectory(stateDirectory), id);
}

export function recordPath(directory: string): string {
  return join(directory, 'sandbox.json');
}
