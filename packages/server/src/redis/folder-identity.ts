import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFileOnce, makeFolder, pathExists, writeJsonFile } from '@dragoman/sandbox';

/** The id by which other machines know a state folder. It is made once, and stays with the folder. */
export function folderId(stateDirectory: string): string {
  const folder = join(stateDirectory, 'server');
  makeFolder(folder);
  const path = join(folder, 'folder-id');
  createFileOnce(path, randomBytes(12).toString('hex'));
  return readFileSync(path, 'utf8').trim();
}

/** The turns of a state folder that others have ended: their journals don't count from there on. */
export interface LostTurns {
  mark(turnId: string): Promise<void>;
  isMarked(turnId: string): Promise<boolean>;
}

export function createLostTurns(stateDirectory: string): LostTurns {
  // With its journal, so that both go together.
  const fileOf = (id: string): string => join(stateDirectory, 'turns', id, 'ended-elsewhere.json');
  return {
    async mark(id) {
      const path = fileOf(id);
      if (await pathExists(join(stateDirectory, 'turns', id))) writeJsonFile(path, { id });
    },
    isMarked: (id) => pathExists(fileOf(id)),
  };
}
