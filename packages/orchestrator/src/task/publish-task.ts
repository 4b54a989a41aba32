import { join } from 'node:path';
import { errorCode } from '@dragoman/protocol/internal';
import { removeTree } from '@dragoman/sandbox';
import { collectWork } from '../collect/collect-work.js';
import type { CollectedWork, ImportedWork, UncommittedWork, Workspace } from '../contract.js';
import { importWork } from '../import/import-work.js';
import { leavesNothing } from '../import/leaves-nothing.js';
import type { RunContext } from '../run/run-context.js';
import { isCommandTask, isNeverImported, type TaskInput } from '../run/task-input.js';
import { openWorkspace, removeWorkspace } from '../workspace/remove-workspace.js';
import { setWorkspaceState } from '../workspace/workspace-record.js';
import { commandImage } from './command-image.js';
import type { TaskWork } from './conduct-task.js';
import type { OpenTask } from './open-task.js';
import { lastTurn } from './task-turns.js';

/**
 * Makes a branch of what a task did. Done twice it is as done once: a process that was killed amid it
 * leaves nothing that the next one can't go on with.
 */
export async function publishTask(run: RunContext, task: OpenTask): Promise<TaskWork> {
  const { input, state, baseCommit } = task;
  const session = state.sessionId === undefined ? {} : { session_id: state.sessionId };
  const location = { root: run.folders.workspaces, name: task.names.folder };
  if (isNeverImported(input)) {
    const artifact = { base_commit: baseCommit, commit: baseCommit, has_changes: false };
    return { ...session, artifact, ...verdictOf(run, task) };
  }
  const { workspace } = openWorkspace(location);
  const collected = await collect(run, task, workspace);
  const imported = await importCollected(run, task, workspace, collected);
  await removeTree(collectedFolder(run, task));
  if (leavesNothing(collected, imported)) {
    setWorkspaceState(run.folders.workspaces, workspace, 'imported');
  }
  return { ...session, ...workOf(task, workspace, collected, imported) };
}

/**
 * Removes the workspace of a task whose end is in the log, unless something of its work is nowhere else.
 * Only then: a process that is killed before must still find it.
 */
export async function clearWorkspace(
  { folders }: RunContext,
  folder: string,
  input: TaskInput,
): Promise<void> {
  const location = { root: folders.workspaces, name: folder };
  if (isNeverImported(input)) return removeWorkspace({ ...location, force: true });
  try {
    await removeWorkspace(location);
  } catch (error) {
    if (errorCode(error) !== 'workspace_unimported') throw error;
  }
}

/** What a command said by its exit code. */
function verdictOf(run: RunContext, { input, state }: OpenTask): Pick<TaskWork, 'verify'> {
  const turn = lastTurn(state, run.folders.stateDirectory);
  if (!isCommandTask(input) || turn === undefined) return {};
  const { exit_code: code = null } = turn.end;
  return { verify: { turn_id: turn.id, passed: code === 0, exit_code: code } };
}

async function collect(
  run: RunContext,
  task: OpenTask,
  workspace: Workspace,
): Promise<CollectedWork> {
  const { strategy, key, input } = task;
  run.log.append({ type: 'task.progress', strategy, key, phase: 'collecting' });
  const turn = lastTurn(task.state, run.folders.stateDirectory);
  const image = commandImage(run, input);
  return collectWork(run.git, {
    workspace,
    sandboxes: run.sandboxes,
    sandbox: { labels: { run: run.id, task: key }, ...(image !== undefined && { image }) },
    directory: collectedFolder(run, task),
    ...(input.uncommitted !== undefined && { uncommitted: input.uncommitted }),
    author: AUTHOR,
    subject: `What the agent had not committed (${key})`,
    at: new Date(turn?.end.ts ?? 0),
    signal: task.signal,
  });
}

/** Who made a commit that the agent didn't make. The address can't be anybody's. */
const AUTHOR = { name: 'AI agent', email: 'agent@dragoman.invalid' };

async function importCollected(
  run: RunContext,
  task: OpenTask,
  { seed }: Workspace,
  work: CollectedWork,
): Promise<ImportedWork> {
  const { strategy, key, names, input } = task;
  const agent = isCommandTask(input) ? {} : { agent: input.agent ?? '', model: input.model ?? '' };
  run.log.append({ type: 'task.importing', strategy, key, sha: work.tip, branch: names.branch });
  await run.log.sync();
  return importWork(run.git, {
    repository: run.repository,
    work,
    seed,
    branch: names.branch,
    provenance: { instance: names.instanceId, details: { run: run.id, strategy, key, ...agent } },
    empty: input.import === 'always' ? 'branch' : 'skip',
    signal: task.signal,
  });
}

function collectedFolder(run: RunContext, { names }: OpenTask): string {
  return join(run.folders.collected, names.folder);
}

function workOf(
  { names }: OpenTask,
  workspace: Workspace,
  collected: CollectedWork,
  imported: ImportedWork,
): TaskWork {
  const { stats, branch } = imported;
  const warnings = warningsOf(workspace, collected, imported);
  return {
    artifact: {
      base_commit: imported.baseCommit,
      commit: imported.commit,
      has_changes: imported.commit !== imported.baseCommit,
      branch_planned: names.branch,
      ...(branch !== undefined && { branch }),
      ...(collected.recovered !== undefined && { recovered: true }),
    },
    stats: {
      commits: stats.commits,
      files: stats.files,
      added: stats.insertions,
      removed: stats.deletions,
    },
    ...(warnings.length > 0 && { warnings }),
  };
}

/** What the user should know of work that is there. */
function warningsOf(
  { directory }: Workspace,
  collected: CollectedWork,
  imported: ImportedWork,
): string[] {
  const isKept = !leavesNothing(collected, imported);
  const { uncommitted, recovered } = collected;
  const { historyRewritten, others, lost, submodules } = imported;
  const said: (string | false | undefined)[] = [
    uncommitted?.disposition === 'committed' &&
      `What the agent had not committed (${filesOf(uncommitted)}) is in the last commit of the branch.`,
    uncommitted?.disposition === 'kept' &&
      `What the agent had not committed (${filesOf(uncommitted)}) is only in ${directory}.`,
    recovered &&
      `Its files were read one by one, for its repository can't be used: ${recovered.reason}`,
    historyRewritten && 'The agent rewrote commits that were there before it.',
    others.length > 0 &&
      `Beside its branch the agent left ${others.map(({ name, ref }) => `${name} (${ref})`).join(', ')}.`,
    ...lost.map(({ name, reason }) => `${name} was not taken along: ${reason}`),
    submodules.length > 0 && `Commits in submodules are not taken along: ${submodules.join(', ')}.`,
    isKept && `The folder that it worked in is kept: ${directory}`,
  ];
  return said.filter((words): words is string => typeof words === 'string');
}

function filesOf({ files }: UncommittedWork): string {
  return files === 1 ? '1 file' : `${files} files`;
}
