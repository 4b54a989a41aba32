import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { agentNames } from '@dragoman/agents';
import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import type { ListedTurn } from '@dragoman/runtime';
import { isProcessOwner, ownerIsAlive, readJsonFile } from '@dragoman/sandbox';
import type { Leftover } from './leftover.js';

export interface LockPlaces {
  readonly stateDirectory: string;
  readonly cacheDirectory: string;
  readonly turns: readonly ListedTurn[];
}

/** Locks that nobody holds any more, and installs that nobody will finish. */
export async function findStaleLocks(places: LockPlaces): Promise<Leftover[]> {
  const found = await Promise.all([staleHomeLocks(places), staleInstalls(places)]);
  return found.flat();
}

/** A HOME is locked by a turn. One that is abandoned lets go of it when it gets its end. */
async function staleHomeLocks({ stateDirectory, turns }: LockPlaces): Promise<Leftover[]> {
  const homes = join(stateDirectory, 'homes');
  const held = new Set(
    turns
      .filter(({ state }) => state === 'running' || state === 'abandoned')
      .map(({ directory }) => directory),
  );
  const locks = (await namesIn(homes)).filter((name) => name.endsWith('.lock'));
  const checked = await Promise.all(
    locks.map(async (name) => {
      const path = join(homes, name);
      const content = await readJsonFile(path, isLock);
      // One that isn't there any more was let go of in this moment.
      return content === undefined || held.has(content.turn)
        ? []
        : [fileLeftover('lock', path, 'a HOME, for a turn that has ended')];
    }),
  );
  return checked.flat();
}

async function staleInstalls({ cacheDirectory }: LockPlaces): Promise<Leftover[]> {
  const found = await Promise.all(
    agentNames.map(async (name) => {
      const folder = join(cacheDirectory, 'agents', name);
      const names = await namesIn(folder);
      const checked = await Promise.all(
        names.map(async (entry) => staleInstall(join(folder, entry), name)),
      );
      return checked.flat();
    }),
  );
  return found.flat();
}

async function staleInstall(path: string, agent: string): Promise<Leftover[]> {
  const isLockFile = path.endsWith('.lock');
  if (!isLockFile && !path.includes('.partial-')) return [];
  const owner = await readJsonFile(isLockFile ? path : join(path, 'owner.json'), isProcessOwner);
  if (owner === undefined || ownerIsAlive(owner)) return [];
  return isLockFile
    ? [fileLeftover('lock', path, `an install of ${agent}`)]
    : [fileLeftover('install', path, `${agent}, half-done`)];
}

function fileLeftover(kind: 'lock' | 'install', path: string, about: string): Leftover {
  return {
    kind,
    name: path,
    about,
    since: undefined,
    remains: [path],
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

async function namesIn(folder: string): Promise<string[]> {
  const status = await stat(folder).catch(() => undefined);
  return status?.isDirectory() ? readdir(folder) : [];
}

function isLock(value: unknown): value is JsonObject & { turn: string } {
  return isJsonObject(value) && typeof value.turn === 'string';
}
