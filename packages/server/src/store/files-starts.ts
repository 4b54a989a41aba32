import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject } from '@dragoman/protocol';
import { removeLock } from '@dragoman/runtime/internal';
import {
  createFileOnce,
  isProcessOwner,
  makeFolder,
  namesIn,
  ownerIsAlive,
  type ProcessOwner,
  readJsonFile,
  thisOwner,
} from '@dragoman/sandbox';
import type { StartStore, TurnStart } from './turn-store.js';

interface StoredStart extends TurnStart {
  readonly owner: ProcessOwner;
}

const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

export interface FilesStarts extends StartStore {
  /** Forgets those of long ago. */
  prune(): Promise<void>;
}

/** Starts as one file each, which only one process can make. */
export function createFilesStarts(
  root: string,
  hasTurn: (turnId: string) => Promise<boolean>,
): FilesStarts {
  const pathOf = ({ client, key }: TurnStart): string =>
    join(root, `${createHash('sha256').update(`${client}\0${key}`).digest('hex')}.json`);
  const remove = (path: string, { turnId }: TurnStart): void =>
    removeLock(path, (text) => text.includes(JSON.stringify(turnId)));

  return {
    async claim(start) {
      const path = pathOf(start);
      const { client, key, bodyHash, turnId } = start;
      makeFolder(root);
      for (;;) {
        const content: StoredStart = { client, key, bodyHash, turnId, owner: thisOwner() };
        if (createFileOnce(path, JSON.stringify(content))) return 'claimed';
        const stored = await readJsonFile(path, isStart);
        // Released in between.
        if (stored === undefined) continue;
        const isLost = !ownerIsAlive(stored.owner) && !(await hasTurn(stored.turnId));
        if (!isLost) return stored;
        remove(path, stored);
      }
    },
    release: async (start) => remove(pathOf(start), start),
    async prune() {
      for (const name of await namesIn(root)) {
        const path = join(root, name);
        const status = await stat(path).catch(() => undefined);
        if (status === undefined || Date.now() - status.mtimeMs < KEPT_MS) continue;
        removeLock(path, () => true);
      }
    },
  };
}

function isStart(value: unknown): value is StoredStart {
  return (
    isJsonObject(value) &&
    isProcessOwner(value.owner) &&
    ['client', 'key', 'bodyHash', 'turnId'].every((name) => typeof value[name] === 'string')
  );
}
