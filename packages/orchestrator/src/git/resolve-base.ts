import { DragomanError } from '@dragoman/protocol';
import { errorCode, errorMessage } from '@dragoman/protocol/internal';
import type { Base, HostRepository } from '../contract.js';
import type { Git } from './run-git.js';
import { worktreeCommit } from './worktree-commit.js';

export interface BaseRequest {
  /**
   * A branch, a tag, a commit or anything else that git resolves to one; `worktree` for the files as they
   * are, also those that aren't committed.
   */
  readonly base: string;
  readonly userConfig: string;
}

/**
 * Finds the commit to begin from. Rejects with `base_missing`, or with `base_ambiguous` where a branch and
 * a tag have the name.
 */
export async function resolveBase(
  git: Git,
  repository: HostRepository,
  request: BaseRequest,
): Promise<Base> {
  const { base } = request;
  if (base === 'worktree') {
    const head = await resolve(git, repository, 'HEAD');
    const commit = await worktreeCommit(git, repository, { ...request, head: head.commit });
    return { ...head, text: base, commit };
  }
  return resolve(git, repository, base);
}

async function resolve(git: Git, { gitDir }: HostRepository, text: string): Promise<Base> {
  const parse = (...args: string[]) =>
    git.run({ args: ['rev-parse', ...args], gitDir, accepts: [0, 128] });
  const found = await parse('--verify', '--end-of-options', `${text}^{commit}`);
  if (/refname .* is ambiguous/.test(found.stderr)) {
    throw new DragomanError(
      'base_ambiguous',
      `${text} is more than one thing here: write refs/heads/${text} for the branch or refs/tags/${text} for the tag.`,
    );
  }
  const commit = found.exitCode === 0 ? found.text : '';
  if (!isObjectName(commit)) throw missing(text, found.stderr);
  const full = await parse('--verify', '--symbolic-full-name', '--end-of-options', text);
  const [, branch] = /^refs\/heads\/(.+)$/.exec(full.text) ?? [];
  return { text, commit, ...(branch !== undefined && { branch }) };
}

function missing(text: string, words: string): DragomanError {
  const why = words.trim().replace(/^fatal: /, '');
  const hint =
    text === 'HEAD'
      ? 'A repository without a commit has nothing to begin from: commit something first.'
      : 'Name a branch, a tag or a commit of this repository.';
  return new DragomanError(
    'base_missing',
    `There is no commit ${JSON.stringify(text)} (${why}). ${hint}`,
  );
}

/** Whether a text is the full name of an object. */
export function isObjectName(text: string): boolean {
  return /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

/** Whether a repository has a commit. */
export async function hasCommit(git: Git, gitDir: string, commit: string): Promise<boolean> {
  try {
    await git.run({ args: ['cat-file', '-e', `${commit}^{commit}`], gitDir });
    return true;
  } catch (error) {
    if (errorCode(error) === 'git_failed') return false;
    throw new DragomanError('repository_unusable', errorMessage(error), { cause: error });
  }
}
