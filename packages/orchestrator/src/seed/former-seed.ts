import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { namesInSync } from '@dragoman/sandbox';
import { hasCommit } from '../git/resolve-base.js';
import type { Git } from '../git/run-git.js';
import type { SeedRequest } from './prepare-seed.js';
import { isWhole, readSeed } from './read-seed.js';
import type { SeedFolders } from './seed-folders.js';

export interface FormerSeed {
  readonly directory: string;
  readonly commits: readonly string[];
}

/** With more packs git looks into each for each object. Then all is fetched anew, into one. */
const MOST_PACKS = 20;

/** How many seeds are looked at, the last used first. */
const MOST_SEEDS = 5;

/**
 * A seed of this repository that has nothing but what the new commits reach, too. A seed may not be
 * taken over otherwise: what the base doesn't reach is not for its agents to read.
 */
export async function findFormerSeed(
  git: Git,
  request: SeedRequest,
  { ofRepository }: SeedFolders,
): Promise<FormerSeed | undefined> {
  const { objectFormat, commonDir, shallow } = request.repository;
  // Where history is cut off may have moved since.
  if (shallow) return undefined;
  const directories = namesInSync(ofRepository)
    .filter((name) => /^[0-9a-f]{24}$/.test(name))
    .map((name) => join(ofRepository, name))
    .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs)
    .slice(0, MOST_SEEDS);
  for (const directory of directories) {
    if (!isWhole(directory)) continue;
    const { commits } = readSeed(directory, objectFormat);
    if (existsSync(join(directory, 'shallow')) || packsIn(directory) > MOST_PACKS) continue;
    if (commits.length > 0 && (await allReached(git, commonDir, commits, request.commits))) {
      return { directory, commits };
    }
  }
  return undefined;
}

function packsIn(directory: string): number {
  const names = readdirSync(join(directory, 'objects', 'pack'));
  return names.filter((name) => name.endsWith('.pack')).length;
}

/** Whether the new commits reach all of the former ones. */
async function allReached(
  git: Git,
  gitDir: string,
  former: readonly string[],
  wanted: readonly string[],
): Promise<boolean> {
  for (const commit of former) if (!(await hasCommit(git, gitDir, commit))) return false;
  const args = ['rev-list', '--max-count=1', '--stdin'];
  const stdin = [...former, ...wanted.map((commit) => `^${commit}`)].join('\n');
  const { text } = await git.run({ args, gitDir, stdin: `${stdin}\n` });
  return text === '';
}
