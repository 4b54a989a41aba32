import { appendFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import { makeFolder, realFolder, removeTree } from '@dragoman/sandbox';
import type { Base, IncludedBranch, Seed, SparsePatterns, Workspace } from '../contract.js';
import { withDiskFull } from '../git/git-failure.js';
import { alternatesFile } from '../git/init-bare.js';
import { isPlainBranch } from '../git/ref-names.js';
import type { Git } from '../git/run-git.js';
import { useByWorkspace } from '../seed/seed-uses.js';
import { checkWorkspaceName, readRecord, writeRecord } from './workspace-record.js';

export interface WorkspaceRequest {
  /** Where workspaces are: a folder that agents don't see, but for their own part of it. */
  readonly root: string;
  readonly name: string;
  readonly base: Base;
  readonly includes?: readonly IncludedBranch[];
  /** With the base and the commits of all branches in it. */
  readonly seed: Seed;
  /** Default: all files. */
  readonly sparse?: SparsePatterns | undefined;
  readonly signal?: AbortSignal;
}

/** The branch of a workspace whose base is none. */
const UNNAMED = 'work';

const OPEN_TO_OTHERS = 0o077;

/**
 * Makes a repository for an agent to work in, in a folder that only this user may enter. Its objects are
 * the seed's. It has its branches and no remote, tag or hook. File modes are as git makes them.
 *
 * Nothing of an agent is in it yet: this is the last time that git of this machine runs there. What a
 * process that was killed left unfinished is made anew. Rejects with `workspace_exists`, `disk_full`, or
 * `workspace_failed` with git's words.
 */
export async function createWorkspace(git: Git, request: WorkspaceRequest): Promise<Workspace> {
  const workspace = await describe(request);
  const { root, name } = { ...request, root: join(workspace.directory, '..') };
  const earlier = readRecord(root, name);
  if (earlier !== undefined && earlier.state !== 'making') throw exists(workspace);
  if (earlier === undefined && statSync(workspace.directory, { throwIfNoEntry: false })) {
    throw exists(workspace);
  }
  writeRecord(root, { version: 1, workspace, state: 'making' });
  const use = useByWorkspace(workspace.seed.directory, name, workspace.directory);
  try {
    await removeTree(workspace.directory);
    mkdirSync(workspace.directory, { mode: 0o700 });
    await fill(git, workspace, request.signal);
    writeRecord(root, { version: 1, workspace, state: 'open' });
    return workspace;
  } catch (cause) {
    // Before anything is removed: the disk may be full because of it.
    const failure = workspaceFailure(workspace, cause);
    await removeTree(workspace.directory);
    await removeTree(join(root, `${name}.json`));
    use.release();
    throw failure;
  }
}

function workspaceFailure({ directory }: Workspace, thrown: unknown): unknown {
  const what = `No workspace could be made in ${directory}`;
  const cause = withDiskFull(thrown, what, directory);
  if (!(cause instanceof DragomanError) || cause.code !== 'git_failed') return cause;
  return new DragomanError('workspace_failed', `${what}: ${errorMessage(cause)}`, { cause });
}

async function describe(request: WorkspaceRequest): Promise<Workspace> {
  const { name, base, includes = [], seed, sparse } = request;
  checkWorkspaceName(name);
  makeFolder(request.root);
  const root = await realFolder(request.root, 'workspace_root_unusable', 'The workspace root');
  if ((statSync(root).mode & OPEN_TO_OTHERS) !== 0 && process.platform !== 'win32') {
    throw new DragomanError(
      'workspace_root_open',
      `Others may enter ${root}, in which the work of agents is to lie. Take that right: chmod 700 ${root}.`,
    );
  }
  const branch = base.branch !== undefined && isPlainBranch(base.branch) ? base.branch : UNNAMED;
  for (const include of includes) checkInclude(include, branch);
  return {
    name,
    directory: join(root, name),
    base,
    branch,
    includes,
    seed: seedOf(seed),
    ...(sparse !== undefined && { sparse }),
  };
}

/** Only what is data: it is written down. */
function seedOf({ directory, commits, objectFormat, shallow }: Seed): Seed {
  return { directory, commits, objectFormat, ...(shallow !== undefined && { shallow }) };
}

function checkInclude({ name }: IncludedBranch, branch: string): void {
  const clashes = name === branch || name.startsWith(`${branch}/`) || branch.startsWith(`${name}/`);
  if (isPlainBranch(name) && !clashes) return;
  throw new DragomanError(
    'include_invalid',
    `${JSON.stringify(name)} can't be a branch beside ${branch} in a workspace. Name another branch.`,
  );
}

async function fill(
  git: Git,
  workspace: Workspace,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { directory, branch, base, includes, seed, sparse } = workspace;
  const gitDir = join(directory, '.git');
  const format = `--object-format=${seed.objectFormat}`;
  const init = ['init', '--quiet', '--template=', `--initial-branch=${branch}`, format];
  await git.run({ args: [...init, '--', directory], signal });
  mkdirSync(join(gitDir, 'info'), { recursive: true });
  const objects = join(seed.directory, 'objects');
  writeFileSync(join(gitDir, 'objects/info/alternates'), alternatesFile([objects]));
  if (seed.shallow !== undefined) writeFileSync(join(gitDir, 'shallow'), seed.shallow);
  appendFileSync(join(gitDir, 'config'), '[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n');
  if (sparse !== undefined) writeSparse(gitDir, sparse);
  const refs = [{ name: branch, commit: base.commit }, ...includes];
  const stdin = refs.map(({ name, commit }) => `create refs/heads/${name} ${commit}\n`).join('');
  const common = { gitDir, worktree: directory, cwd: directory, signal };
  await git.run({ ...common, args: ['update-ref', '--stdin'], stdin });
  await git.run({ ...common, args: ['read-tree', '-m', '-u', 'HEAD'] });
}

function writeSparse(gitDir: string, { cone, patterns }: SparsePatterns): void {
  writeFileSync(join(gitDir, 'info/sparse-checkout'), patterns);
  const config = `[core]\n\tsparseCheckout = true\n\tsparseCheckoutCone = ${cone}\n`;
  appendFileSync(join(gitDir, 'config'), config);
}

function exists({ directory }: Workspace): DragomanError {
  return new DragomanError(
    'workspace_exists',
    `There is a workspace ${directory} already. Open that one, or take another name.`,
  );
}
