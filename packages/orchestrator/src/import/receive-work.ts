import { join } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import { fetchBundle } from '../collect/recover-tree.js';
import type { CollectedWork, LostWork, OtherWork, Seed } from '../contract.js';
import { initBare } from '../git/init-bare.js';
import type { Git } from '../git/run-git.js';
import { packedRefs, seedRef } from '../seed/seed-folders.js';

/** Collected work in a repository of ours, where git has looked at all of it. */
export interface ReceivedWork {
  readonly gitDir: string;
  /** Each has a ref, `otherRef` of its position. */
  readonly others: readonly OtherWork[];
  readonly lost: readonly LostWork[];
}

export const receivedHead = 'refs/import/head';

export function receivedOther(at: number): string {
  return `refs/import/other/${at}`;
}

/**
 * Brings collected work into a bare repository that is thrown away after the import. It has what the base
 * reaches and nothing else of the user's repository: work that refers to anything more is refused, so no
 * agent gets hold of an object by its name. Rejects with `import_refused` and git's own words.
 */
export async function receiveWork(
  git: Git,
  work: CollectedWork,
  { seed, folder }: { readonly seed: Seed; readonly folder: string },
): Promise<ReceivedWork> {
  const gitDir = join(folder, 'quarantine.git');
  const refs = seed.commits.map((commit, at): [string, string] => [seedRef(at), commit]);
  await initBare(git, {
    directory: gitDir,
    objectFormat: seed.objectFormat,
    shallow: seed.shallow,
    alternates: [join(seed.directory, 'objects')],
    packedRefs: packedRefs(refs),
  });
  try {
    if (work.bundle !== undefined) await fetchBundle(git, gitDir, work.bundle);
    const all = [work.tip, ...work.others.map(({ commit }) => commit)];
    const types = await typesOf(git, gitDir, all);
    if (types[0] !== 'commit') throw new Error(`there is no commit ${work.tip} in it`);
    const isThere = (_: OtherWork, at: number) => /^(commit|tag)$/.test(types[at + 1] ?? '');
    const others = work.others.filter(isThere);
    const gone = work.others.filter((other, at) => !isThere(other, at));
    const lines = [
      `create ${receivedHead} ${work.tip}`,
      ...others.map(({ commit }, at) => `create ${receivedOther(at)} ${commit}`),
    ];
    await git.run({ args: ['update-ref', '--stdin'], gitDir, stdin: `${lines.join('\n')}\n` });
    const lost = gone.map(({ name }) => ({ name, reason: 'it did not arrive' }));
    return { gitDir, others, lost };
  } catch (cause) {
    throw refused(cause);
  }
}

async function typesOf(git: Git, gitDir: string, objects: readonly string[]): Promise<string[]> {
  const args = ['cat-file', '--batch-check=%(objecttype)'];
  const { text } = await git.run({ args, gitDir, stdin: `${objects.join('\n')}\n` });
  return text.split('\n');
}

/** Git's refusal of what an agent has made. Other failures stay what they are. */
export function refused(cause: unknown): unknown {
  if (cause instanceof DragomanError && cause.code !== 'git_failed') return cause;
  return new DragomanError(
    'import_refused',
    `The work was not imported, because git refuses it: ${errorMessage(cause)}. It is kept in its workspace.`,
    { cause },
  );
}
