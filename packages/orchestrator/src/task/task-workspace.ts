import type { Workspace } from '../contract.js';
import { resolveBase } from '../git/resolve-base.js';
import type { RunContext } from '../run/run-context.js';
import { prepareSeed } from '../seed/prepare-seed.js';
import { createWorkspace } from '../workspace/create-workspace.js';
import { openWorkspace, removeWorkspace } from '../workspace/remove-workspace.js';
import type { OpenTask } from './open-task.js';

/** The workspace of a task: the one that it has from before it was interrupted, else a new one. */
export async function openTaskWorkspace(run: RunContext, task: OpenTask): Promise<Workspace> {
  const location = { root: run.folders.workspaces, name: task.names.folder };
  const earlier = findWorkspace(location);
  if (earlier !== undefined) return earlier;
  return makeWorkspace(run, task);
}

/** A fresh one, in place of the one that the task had. For tasks of which nothing is imported. */
export async function renewTaskWorkspace(run: RunContext, task: OpenTask): Promise<Workspace> {
  const location = { root: run.folders.workspaces, name: task.names.folder };
  await removeWorkspace({ ...location, force: true });
  return makeWorkspace(run, task);
}

function findWorkspace(location: { root: string; name: string }): Workspace | undefined {
  try {
    const { state, workspace } = openWorkspace(location);
    return state === 'making' ? undefined : workspace;
  } catch {
    return undefined;
  }
}

async function makeWorkspace(run: RunContext, task: OpenTask): Promise<Workspace> {
  const { git, repository, userConfig, folders, signal } = run;
  const { base, includes } = await findCommits(run, task);
  const seed = await prepareSeed(git, {
    repository,
    commits: [base.commit, ...includes.map(({ commit }) => commit)],
    root: folders.seeds,
    userConfig,
    signal,
  });
  try {
    return await createWorkspace(git, {
      root: folders.workspaces,
      name: task.names.folder,
      base,
      includes,
      seed,
      sparse: repository.sparse,
      signal,
    });
  } finally {
    seed.release();
  }
}

async function findCommits(run: RunContext, { input, baseCommit }: OpenTask) {
  const { git, repository, userConfig } = run;
  const find = (text: string) => resolveBase(git, repository, { base: text, userConfig });
  const asked = input.base ?? run.base.text;
  // The commit was found when the task was asked for, and isn't looked up again.
  const base = {
    ...(asked === run.base.text ? run.base : { text: asked }),
    commit: baseCommit,
  };
  const includes = await Promise.all((input.include ?? []).map(find));
  return {
    base,
    includes: includes.map(({ text, branch, commit }) => ({ name: branch ?? text, commit })),
  };
}
