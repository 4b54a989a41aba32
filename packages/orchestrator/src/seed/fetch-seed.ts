import {
  appendFileSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { initBare } from '../git/init-bare.js';
import type { Git } from '../git/run-git.js';
import type { FormerSeed } from './former-seed.js';
import type { SeedRequest } from './prepare-seed.js';
import { packedRefs, seedRef } from './seed-folders.js';

export interface SeedDraft {
  /** A folder that isn't there yet. */
  readonly directory: string;
  readonly former: FormerSeed | undefined;
}

/**
 * Makes a seed: a bare repository with these commits, what they reach, and nothing else. Packs of a former
 * seed are linked, since nobody ever writes to one.
 */
export async function fetchSeed(git: Git, request: SeedRequest, draft: SeedDraft): Promise<void> {
  const { directory, former } = draft;
  const { repository, commits, userConfig } = request;
  await initBare(git, { directory, objectFormat: repository.objectFormat });
  if (former !== undefined) takeOver(former, directory);
  const common = { gitDir: directory, signal: request.signal, userConfig };
  const wanted = [...new Set(commits)];
  if (former === undefined && !repository.shallow) {
    // As a clone does it: what comes in one whole pack needs no second walk to see that it is whole.
    const options = ['--keep', '--no-progress', '--quiet', '--check-self-contained-and-connected'];
    const args = ['fetch-pack', ...options, '--stdin', repository.commonDir];
    await git.run({ ...common, args, stdin: wanted.map((commit) => `${commit}\n`).join('') });
  } else {
    const options = ['--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--quiet'];
    const shallow = repository.shallow ? ['--update-shallow'] : [];
    const args = ['fetch', ...options, ...shallow, '--', repository.commonDir, ...wanted];
    // Packs can be linked by the next seed; single objects would be many.
    await git.run({ ...common, args, config: { 'fetch.unpackLimit': '1' } });
  }
  const refs = wanted.map((commit, at): [string, string] => [seedRef(at), commit]);
  writeFileSync(join(directory, 'packed-refs'), packedRefs(refs));
  removeKeepFiles(directory);
}

function takeOver({ directory, commits }: FormerSeed, draft: string): void {
  const [from, to] = [join(directory, 'objects', 'pack'), join(draft, 'objects', 'pack')];
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) linkOrCopy(join(from, name), join(to, name));
  const shallow = join(directory, 'shallow');
  if (existsSync(shallow)) copyFileSync(shallow, join(draft, 'shallow'));
  const refs = commits.map((commit, at): [string, string] => [`refs/former/${at}`, commit]);
  appendFileSync(join(draft, 'packed-refs'), packedRefs(refs));
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // A file system without links.
    copyFileSync(from, to);
  }
}

function removeKeepFiles(directory: string): void {
  const packs = join(directory, 'objects', 'pack');
  for (const name of readdirSync(packs)) {
    if (name.endsWith('.keep')) rmSync(join(packs, name), { force: true });
  }
}
