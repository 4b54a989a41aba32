import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, parseJson } from '@dragoman/protocol';
import {
  isProcessOwner,
  isThereSync,
  makeFolder,
  namesInSync,
  ownerIsAlive,
  thisOwner,
  writeJsonFile,
} from '@dragoman/sandbox';
import { withFileLock } from '../lock/file-lock.js';
import { usesFolder } from './seed-folders.js';

/** Keeps a seed from being removed. */
export interface SeedUse {
  release(): void;
}

/** For as long as this process lives. Whoever removes seeds looks for uses under the same lock. */
export async function useByProcess(directory: string): Promise<SeedUse> {
  const path = join(usesFolder(directory), `process-${randomUUID()}.json`);
  await withUsesLock(directory, async () => record(path, { owner: thisOwner() }));
  return { release: () => rmSync(path, { force: true }) };
}

/** Does what takes a moment and must not happen while a use begins. */
export function withUsesLock<Result>(
  directory: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const path = join(directory, '..', 'uses.lock');
  return withFileLock({ path, code: 'seed_locked', what: 'The list of who uses seeds' }, work);
}

/** For as long as the folder of the workspace is there. Its objects are in the seed. */
export function useByWorkspace(directory: string, name: string, workspace: string): SeedUse {
  const path = join(usesFolder(directory), `workspace-${name}.json`);
  record(path, { workspace });
  return { release: () => rmSync(path, { force: true }) };
}

function record(path: string, content: object): void {
  makeFolder(join(path, '..'));
  writeJsonFile(path, content);
}

/** Whether somebody still needs a seed. */
export function isInUse(directory: string): boolean {
  const folder = usesFolder(directory);
  return namesInSync(folder).some((name) => name.endsWith('.json') && holds(join(folder, name)));
}

function holds(path: string): boolean {
  const parsed = parseJson(read(path));
  if (!parsed.ok || !isJsonObject(parsed.value)) return false;
  const { owner, workspace } = parsed.value;
  if (typeof workspace === 'string') return isThereSync(workspace);
  return isProcessOwner(owner) && ownerIsAlive(owner);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It was released just now.
    return '';
  }
}
