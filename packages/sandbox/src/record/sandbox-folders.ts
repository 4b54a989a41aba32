import { createHash, randomBytes } from 'node:crypto';
import { renameSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { errorCode, errorMessage } from '@dragoman/protocol/internal';
import type { EngineName } from '../container/engine-environment.js';
import type { SandboxKind } from '../contract.js';
import { writeJsonFile } from '../files/json-file.js';
import { makeFolder } from '../files/make-folder.js';
import { removeTree } from '../files/remove-tree.js';
import { makeRunDirectory, runDirectoryOf } from '../files/run-directory.js';
import { onceResourcesAreThere } from '../process/out-of-resources.js';
import { removePlaceholders } from '../walls/placeholders.js';
import { ownerIsAlive, type ProcessOwner, thisOwner } from './process-owner.js';
import type { SandboxRecord } from './sandbox-record.js';

const FORM = /^draft-(\d+)-(\d*)-([0-9a-f]{16})-[0-9a-f]{16}$/;

/** What a sandbox has on this machine beside its workspace and HOME. */
export interface SandboxFolders {
  readonly record: SandboxRecord;
  /** Where its record lies. */
  readonly directory: string;
  remove(): Promise<void>;
}

interface SandboxFolderOptions {
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
  const folders = { record, directory, remove: () => removeSandboxFolders(record, directory) };
  try {
    const draft = draftOf(directory, id);
    makeFolder(draft);
    writeJsonFile(recordPath(draft), record);
    renameSync(draft, directory);
    makeRunDirectory(record.runDirectory);
    return folders;
  } catch (error) {
    throw await abandonSandboxFolders(folders, error);
  }
}

/** Removes the folders of a sandbox that can't be created. Returns the error to throw. */
export async function abandonSandboxFolders(
  folders: SandboxFolders,
  error: unknown,
): Promise<DragomanError> {
  // There may be nothing to remove.
  await onceResourcesAreThere(folders.remove).catch(() => {});
  if (error instanceof DragomanError) return error;
  return new DragomanError(
    'sandbox_place_failed',
    `The folders of a sandbox could not be created: ${errorMessage(error)}. Its record is in the state folder ($DRAGOMAN_STATE), its sockets are in ${folders.record.runDirectory}: both must be writable and have space.`,
    { cause: error },
  );
}

/** The record is removed last, so that everything that exists has a record. */
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

/**
 * The name of a sandbox's folder while it has no record: before it is written and after it is removed.
 * The name contains the owner, so that the owner is known at every moment.
 */
export function draftName(id: string): string {
  const { pid, startTime } = thisOwner();
  return `draft-${pid}-${startTime}-${pidScopeOf(thisOwner())}-${id}`;
}

/** Whether a folder is a draft whose owner has died. The owner of one from elsewhere is unknown. */
export function isAbandonedDraft(name: string): boolean {
  const [, pid, startTime = '', scope] = FORM.exec(name) ?? [];
  if (pid === undefined || scope !== pidScopeOf(thisOwner())) return false;
  return !ownerIsAlive({ ...thisOwner(), pid: Number(pid), startTime });
}

/** Identifies the machine, the boot and the namespace in which a pid is unique. */
function pidScopeOf({ host, bootId, pidNamespace }: ProcessOwner): string {
  const text = JSON.stringify([host, bootId, pidNamespace]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
