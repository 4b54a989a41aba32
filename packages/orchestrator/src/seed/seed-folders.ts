import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isObjectName } from '../git/resolve-base.js';

/** Where the seeds of one repository are, and what locks them. */
export interface SeedFolders {
  readonly root: string;
  readonly ofRepository: string;
  readonly lock: string;
}

/** The folder names are made of hashes, so that a path of the user's is in none. */
export function seedFolders(root: string, commonDir: string): SeedFolders {
  const ofRepository = join(root, hash([commonDir], 16));
  return { root, ofRepository, lock: `${ofRepository}.lock` };
}

/** The seed of these commits, in whatever order they are. */
export function seedDirectory({ ofRepository }: SeedFolders, commits: readonly string[]): string {
  return join(ofRepository, hash([...new Set(commits)].sort(), 24));
}

/** What is beside a seed: who uses it. */
export function usesFolder(directory: string): string {
  return `${directory}.uses`;
}

/** Each commit of a seed has a ref, by which git finds what is there when more is fetched. */
export function seedRef(at: number): string {
  return `refs/seed/${at}`;
}

/** The commits of a seed, in order, from its `packed-refs`. */
export function commitsIn(packedRefs: string): readonly string[] {
  return packedRefs
    .split('\n')
    .map((line) => /^(\S+) refs\/seed\/(\d+)$/.exec(line))
    .filter((match) => match !== null)
    .sort((one, other) => Number(one[2]) - Number(other[2]))
    .map(([, commit = '']) => commit)
    .filter(isObjectName);
}

/** Refs as git keeps them in one file. */
export function packedRefs(refs: readonly (readonly [name: string, commit: string])[]): string {
  const lines = [...refs].sort(([one], [other]) => (one < other ? -1 : 1));
  const text = lines.map(([name, commit]) => `${commit} ${name}\n`).join('');
  return `# pack-refs with: peeled fully-peeled sorted \n${text}`;
}

function hash(texts: readonly string[], length: number): string {
  return createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, length);
}
