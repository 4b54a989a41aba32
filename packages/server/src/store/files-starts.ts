import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, parseJson } from '@dragoman/protocol';
import { readLock, removeLock } from '@dragoman/runtime/internal';
import {
  createFileOnce,
  isProcessOwner,
  makeFolder,
  namesIn,
  ownerIsAlive,
  type ProcessOwner,
  thisOwner,
  writeJsonFile,
} from '@dragoman/sandbox';
import { refusal } from '../errors/refusal.js';
import type { NotedStart, StartStore, TurnStart } from './turn-store.js';

interface StoredStart extends NotedStart {
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
  const contentOf = (start: TurnStart, hasBegun: boolean): StoredStart => {
    const { client, key, bodyHash, turnId } = start;
    return { client, key, bodyHash, turnId, hasBegun, owner: thisOwner() };
  };
  const remove = (path: string, { turnId }: TurnStart): void =>
    removeLock(path, (text) => text.includes(JSON.stringify(turnId)));

  return {
    async claim(start) {
      const path = pathOf(start);
      makeFolder(root);
      for (;;) {
        if (createFileOnce(path, JSON.stringify(contentOf(start, false)))) return 'claimed';
        const text = readLock(path);
        // Released in between.
        if (text === undefined) continue;
        const stored = startIn(text);
        if (stored === undefined) throw damaged();
        const mayBegin = stored.hasBegun || ownerIsAlive(stored.owner);
        if (mayBegin || (await hasTurn(stored.turnId))) return stored;
        remove(path, stored);
      }
    },
    async note(start) {
      writeJsonFile(pathOf(start), contentOf(start, true));
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

function startIn(text: string): StoredStart | undefined {
  const json = parseJson(text);
  return json.ok && isStart(json.value) ? json.value : undefined;
}

/** Whether it began a turn nobody knows, so it begins none. */
function damaged(): Error {
  return refusal(
    'turn_unknown',
    'What was begun under this Idempotency-Key can’t be read any more: look whether its turn is there, and send a new key for a new one.',
  );
}

function isStart(value: unknown): value is StoredStart {
  return (
    isJsonObject(value) &&
    isProcessOwner(value.owner) &&
    typeof value.hasBegun === 'boolean' &&
    ['client', 'key', 'bodyHash', 'turnId'].every((name) => typeof value[name] === 'string')
  );
}
