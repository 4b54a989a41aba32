import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import { realFolder } from '@dragoman/sandbox';
import type { HostRepository, ObjectFormat, SparsePatterns } from '../contract.js';
import type { Git } from './run-git.js';

const ASKED = [
  '--absolute-git-dir',
  '--git-common-dir',
  '--is-bare-repository',
  '--is-inside-work-tree',
  '--is-shallow-repository',
  '--show-object-format',
];

export interface HostSearch {
  /** A folder in the repository. */
  readonly path: string;
  readonly userConfig: string;
}

/**
 * Finds the user's repository of a folder: an ordinary one, a bare one, or that of a linked worktree.
 * Rejects with `repository_missing` or, with git's own words, `repository_unusable`.
 */
export async function findHostRepository(git: Git, search: HostSearch): Promise<HostRepository> {
  const path = await realFolder(search.path, 'repository_missing', 'The folder');
  const ask = async (...args: string[]) =>
    (await git.run({ args: ['rev-parse', ...args], cwd: path, userConfig: search.userConfig }))
      .text;
  try {
    const said = await ask('--path-format=absolute', ...ASKED);
    const [gitDir, commonDir, isBare, isInside, isShallow, format] = said.split('\n');
    if (gitDir === undefined || commonDir === undefined) throw new Error(said);
    const worktree = isInside === 'true' ? await ask('--show-toplevel') : undefined;
    if (worktree === undefined && isBare !== 'true') {
      throw new Error('the folder belongs to git itself; name the one with the files');
    }
    const found = {
      gitDir: realpathSync(gitDir),
      commonDir: realpathSync(commonDir),
      objectFormat: objectFormatOf(format),
      shallow: isShallow === 'true',
      ...(worktree !== undefined && { worktree: realpathSync(worktree) }),
    };
    return { ...found, ...(await settingsOf(git, found.gitDir)) };
  } catch (cause) {
    throw searchFailure(path, cause);
  }
}

function searchFailure(path: string, cause: unknown): DragomanError {
  const words = errorMessage(cause);
  if (/not a git repository/i.test(words)) {
    return new DragomanError(
      'repository_missing',
      `${path} is in no git repository. Branches need one: git init, and a first commit.`,
      { cause },
    );
  }
  return new DragomanError(
    'repository_unusable',
    `The repository of ${path} can't be used: ${words}`,
    { cause },
  );
}

function objectFormatOf(name: string | undefined): ObjectFormat {
  if (name === 'sha1' || name === 'sha256') return name;
  throw new Error(`its objects have the format ${name}, which Dragoman does not know`);
}

const SETTINGS =
  '^(core\\.sparsecheckout(cone)?|remote\\..*\\.promisor|extensions\\.partialclone)$';

async function settingsOf(
  git: Git,
  gitDir: string,
): Promise<{ partial: boolean; sparse?: SparsePatterns }> {
  const args = ['config', '-z', '--get-regexp', SETTINGS];
  const { text } = await git.run({ args, gitDir, accepts: [0, 1] });
  const settings = new Map(
    text.split('\0').map((line) => {
      const [key = '', value = 'true'] = line.split('\n');
      return [key.toLowerCase(), value];
    }),
  );
  const isOn = (key: string, otherwise: boolean) => {
    const value = settings.get(key);
    return value === undefined ? otherwise : /^(true|yes|on|1)$/i.test(value);
  };
  const partial = [...settings.keys()].some((key) => /promisor$|partialclone$/.test(key));
  const patterns = isOn('core.sparsecheckout', false) ? sparseFile(gitDir) : undefined;
  if (patterns === undefined) return { partial };
  return { partial, sparse: { cone: isOn('core.sparsecheckoutcone', true), patterns } };
}

function sparseFile(gitDir: string): string | undefined {
  try {
    return readFileSync(join(gitDir, 'info', 'sparse-checkout'), 'utf8');
  } catch {
    // Git takes all files then.
    return undefined;
  }
}

/**
 * Refuses a repository in which no branch of Dragoman's can be made, because one has the name of their
 * folder: `namespace_taken`.
 */
export async function checkNamespace(git: Git, { commonDir }: HostRepository): Promise<void> {
  for (const taken of ['refs/heads/dragoman', 'refs/dragoman']) {
    const args = ['show-ref', '--verify', '--quiet', '--', taken];
    const { exitCode } = await git.run({ args, gitDir: commonDir, accepts: [0, 1] });
    if (exitCode !== 0) continue;
    const short = taken.replace('refs/heads/', '');
    throw new DragomanError(
      'namespace_taken',
      `The repository has a ref ${taken}, so none below it can be made. Give it another name: git branch -m ${short} OTHER.`,
    );
  }
}
