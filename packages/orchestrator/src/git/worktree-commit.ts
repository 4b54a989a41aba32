import { copyFileSync, existsSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import { makeTemporaryFolder } from '@dragoman/sandbox';
import type { HostRepository } from '../contract.js';
import type { Git, GitCall } from './run-git.js';

export interface WorktreeCommitOptions {
  readonly head: string;
  readonly userConfig: string;
}

const MESSAGE = 'Files as they were in the worktree\n';

/** Commits that nothing else refers to, so that git keeps them as long as they are needed. */
const KEPT = 'refs/dragoman/base';

/**
 * The files of the user's worktree as a commit on HEAD, with those that aren't committed and without those
 * that git ignores. HEAD itself, where there are no others. Made with a copy of the index: index, files,
 * HEAD and branches stay as they are. The same files on the same HEAD give the same commit.
 */
export async function worktreeCommit(
  git: Git,
  repository: HostRepository,
  { head, userConfig }: WorktreeCommitOptions,
): Promise<string> {
  const { worktree, gitDir } = repository;
  if (worktree === undefined) {
    throw new DragomanError(
      'base_missing',
      'A bare repository has no worktree to begin from: name a branch, a tag or a commit.',
    );
  }
  const folder = await makeTemporaryFolder('dragoman-index-');
  try {
    const index = copyIndex(gitDir, folder);
    const run = async (args: string[], more: Partial<GitCall> = {}) => {
      const env = { GIT_INDEX_FILE: index, ...more.env };
      return (await git.run({ args, gitDir, worktree, cwd: worktree, userConfig, ...more, env }))
        .text;
    };
    await run(['add', '--all']);
    const tree = await run(['write-tree']);
    const [headTree, date = ''] = (await run(['show', '-s', '--format=%T %ct', head])).split(' ');
    if (tree === headTree) return head;
    const time = `${date} +0000`;
    const env = { GIT_AUTHOR_DATE: time, GIT_COMMITTER_DATE: time };
    const commit = await run(['commit-tree', '-p', head, tree], { stdin: MESSAGE, env });
    await run(['update-ref', '--no-deref', `${KEPT}/${commit}`, commit]);
    return commit;
  } catch (cause) {
    throw new DragomanError(
      'worktree_unreadable',
      `The files of ${worktree} could not be taken as they are: ${errorMessage(cause)}`,
      { cause },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** By its time git knows which files it must look into again, so the copy is no younger. */
function copyIndex(gitDir: string, folder: string): string {
  const [source, target] = [join(gitDir, 'index'), join(folder, 'index')];
  if (!existsSync(source)) return target;
  copyFileSync(source, target);
  const seconds = Math.floor(statSync(source).mtimeMs) / 1000;
  utimesSync(target, seconds, seconds);
  return target;
}
