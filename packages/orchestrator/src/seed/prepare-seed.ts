import { randomUUID } from 'node:crypto';
import { renameSync, utimesSync } from 'node:fs';
import { DragomanError } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import { makeFolder, removeTree } from '@dragoman/sandbox';
import type { HostRepository, Seed } from '../contract.js';
import { withDiskFull } from '../git/git-failure.js';
import type { Git } from '../git/run-git.js';
import { withFileLock } from '../lock/file-lock.js';
import { fetchSeed } from './fetch-seed.js';
import { findFormerSeed } from './former-seed.js';
import { pruneSeeds } from './prune-seeds.js';
import { makeReadOnly } from './read-only.js';
import { isWhole, readSeed } from './read-seed.js';
import { type SeedFolders, seedDirectory, seedFolders } from './seed-folders.js';
import { type SeedUse, useByProcess } from './seed-uses.js';

export interface SeedRequest {
  readonly repository: HostRepository;
  /** The base, and the branches that workspaces are to have beside it. */
  readonly commits: readonly string[];
  /** Where seeds are kept: a folder of Dragoman's cache. */
  readonly root: string;
  readonly userConfig: string;
  /** How large all seeds may become before those that were not used for longest go. Default: 20 GiB. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

/** A seed that nobody removes before `release` is called, or this process ends. */
export interface PreparedSeed extends Seed {
  /** Whether it had to be made. */
  readonly made: boolean;
  release(): void;
}

const DEFAULT_BYTES = 20 * 1024 ** 3;

/**
 * The seed of some commits: the one that is there, or a new one. A new one takes over the packs of an
 * earlier one whose commits these reach, and fetches the rest; it appears under its name when it is whole.
 * One process makes it and others wait.
 *
 * Rejects with `seed_locked`, `disk_full`, `repository_partial`, or `seed_failed` with git's words.
 */
export async function prepareSeed(git: Git, request: SeedRequest): Promise<PreparedSeed> {
  const folders = seedFolders(request.root, request.repository.commonDir);
  const directory = seedDirectory(folders, request.commits);
  makeFolder(folders.ofRepository);
  const use = await useByProcess(directory);
  try {
    const made = await makeOnce(git, request, folders);
    // What was used last is removed last.
    utimesSync(directory, new Date(), new Date());
    const seed = readSeed(directory, request.repository.objectFormat);
    if (made) await pruneSeeds(folders.root, request.maxBytes ?? DEFAULT_BYTES);
    return prepared({ ...seed, commits: request.commits }, made, use);
  } catch (error) {
    use.release();
    throw error;
  }
}

function prepared(seed: Seed, made: boolean, use: SeedUse): PreparedSeed {
  return { ...seed, made, release: () => use.release() };
}

async function makeOnce(git: Git, request: SeedRequest, folders: SeedFolders): Promise<boolean> {
  const directory = seedDirectory(folders, request.commits);
  if (isWhole(directory)) return false;
  const lock = { path: folders.lock, code: 'seed_locked', what: 'The seed of the repository' };
  return withFileLock(lock, async () => {
    if (isWhole(directory)) return false;
    const draft = `${directory}.draft-${randomUUID()}`;
    try {
      const former = await findFormerSeed(git, request, folders);
      await fetchSeed(git, request, { directory: draft, former });
      makeReadOnly(draft);
      // Somebody has cleared the cache, and not all of it.
      await removeTree(directory);
      renameSync(draft, directory);
      return true;
    } catch (cause) {
      throw seedFailure(request.repository, cause);
    } finally {
      await removeTree(draft);
    }
  });
}

function seedFailure({ partial, commonDir }: HostRepository, cause: unknown): unknown {
  if (!(cause instanceof DragomanError) || cause.code !== 'git_failed') {
    return withDiskFull(cause, 'The commits to begin from could not be copied into the cache');
  }
  const words = errorMessage(cause);
  if (partial) {
    return new DragomanError(
      'repository_partial',
      `${commonDir} is a partial clone in which objects are missing, and Dragoman fetches nothing from elsewhere. Complete it: git fetch --refetch --no-filter. ${words}`,
      { cause },
    );
  }
  return new DragomanError(
    'seed_failed',
    `The commits to begin from could not be read from ${commonDir}: ${words}`,
    { cause },
  );
}
