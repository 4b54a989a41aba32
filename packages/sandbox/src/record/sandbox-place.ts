import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DragomanError, errorMessage } from '@dragoman/protocol';
import type { SandboxKind } from '../contract.js';
import { thisOwner } from './process-owner.js';
import { runDirectoryName, type SandboxRecord } from './sandbox-record.js';

/** What a sandbox has on this machine beside its workspace and HOME. */
export interface SandboxPlace {
  readonly record: SandboxRecord;
  remove(): Promise<void>;
}

export interface PlaceOptions {
  readonly stateDirectory: string;
  readonly kind: SandboxKind;
  readonly workspace: string;
  readonly home: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly engine?: string;
}

/** A socket's path has at most 103 bytes on some systems, and file names in it need room. */
const LONGEST_TEMPORARY_PATH = 60;

/** Writes the record of a new sandbox, and then makes the folder for its sockets. */
export async function createPlace(options: PlaceOptions): Promise<SandboxPlace> {
  const { stateDirectory, kind, workspace, home, labels = {}, engine } = options;
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
    runDirectory: join(temporaryRoot(), runDirectoryName(id)),
  };
  const directory = placeDirectory(stateDirectory, id);
  const place = { record, remove: () => removePlace(record, directory) };
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const text = `${JSON.stringify(record, undefined, 2)}\n`;
    await writeFile(recordPath(directory), text, { mode: 0o600 });
    await mkdir(record.runDirectory, { mode: 0o700 });
    return place;
  } catch (error) {
    throw await abandonPlace(place, error);
  }
}

/** Removes a place of which nothing can become. The result is the reason, to be thrown. */
export async function abandonPlace(place: SandboxPlace, error: unknown): Promise<DragomanError> {
  // Where nothing could be made there may be nothing to be removed.
  await place.remove().catch(() => {});
  if (error instanceof DragomanError) return error;
  return new DragomanError(
    'sandbox_place_failed',
    `No place could be made for a sandbox: ${errorMessage(error)}. Its record lies in the state folder ($DRAGOMAN_STATE), its sockets in ${place.record.runDirectory}: both must be writable and have space.`,
    { cause: error },
  );
}

/** The record goes last: as long as anything is there, there is a record of it. */
export async function removePlace(
  { runDirectory }: SandboxRecord,
  directory: string,
): Promise<void> {
  await rm(runDirectory, { recursive: true, force: true });
  await rm(directory, { recursive: true, force: true });
}

export function sandboxesDirectory(stateDirectory: string): string {
  return join(stateDirectory, 'sandboxes');
}

export function placeDirectory(stateDirectory: string, id: string): string {
  return join(sandboxesDirectory(stateDirectory), id);
}

export function recordPath(directory: string): string {
  return join(directory, 'sandbox.json');
}

function temporaryRoot(): string {
  const own = tmpdir();
  return Buffer.byteLength(own) <= LONGEST_TEMPORARY_PATH ? own : '/tmp';
}
