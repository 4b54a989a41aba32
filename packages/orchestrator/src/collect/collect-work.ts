import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import {
  makeFolder,
  removeTree,
  type SandboxOptions,
  type SandboxProvider,
} from '@dragoman/sandbox';
import type {
  CollectedWork,
  LostWork,
  OtherWork,
  UncommittedPolicy,
  UncommittedWork,
  Workspace,
} from '../contract.js';
import { withDiskFull } from '../git/git-failure.js';
import type { Git } from '../git/run-git.js';
import { collectInSandbox, type SandboxCollected } from './collect-in-sandbox.js';
import type { ChangedFiles } from './collect-report.js';
import { type RefsFound, readRefs } from './read-refs.js';
import { type RecoveredWork, recoverTree } from './recover-tree.js';

export interface CollectRequest {
  readonly workspace: Workspace;
  /** The kind of sandbox that the agent worked in. */
  readonly sandboxes: SandboxProvider;
  readonly sandbox?: Pick<SandboxOptions, 'image' | 'labels' | 'limits' | 'hidden'>;
  /** The folder that the result is put into: one of this task alone. What was there goes. */
  readonly directory: string;
  /** Default: `commit`. */
  readonly uncommitted?: UncommittedPolicy;
  /** Who the agent is, for the commit of what it left. */
  readonly author: { readonly name: string; readonly email: string };
  /** The first line of that commit. */
  readonly subject: string;
  /**
   * When the agent ended. The same work collected twice is the same commit, so this comes from a record
   * and not from a clock.
   */
  readonly at: Date;
  /** What the user's own git ignores in all repositories. */
  readonly ignore?: string;
  /** Default: 1 GiB. */
  readonly maxBytes?: number;
  /** How long git may work in the sandbox. Default: 10 minutes. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

const DEFAULT_BYTES = 1024 ** 3;
const DEFAULT_TIMEOUT_MS = 10 * 60 * 1000;
const MOST_OTHERS = 1000;

/**
 * Takes what an agent has made out of its workspace: its commits, and in a commit that says so what it has
 * not committed. Nothing in the workspace is changed, and no git of this machine works on it: refs are
 * read as files, and git looks at the rest in a sandbox. Where its git can't be had or believed, its files
 * are read one by one, and the result is marked `recovered`.
 *
 * Rejects with `work_uncommitted` (by `fail`), `bundle_too_large`, `disk_full`, `workspace_too_large`.
 */
export async function collectWork(git: Git, request: CollectRequest): Promise<CollectedWork> {
  checkAuthor(request.author);
  const scratch = join(request.directory, 'collecting');
  await removeTree(request.directory);
  makeFolder(request.directory);
  mkdirSync(scratch, { mode: 0o700 });
  try {
    const work = await collect(git, request, scratch);
    if (work.bundle === undefined) return work;
    const bundle = join(request.directory, 'work.bundle');
    renameSync(work.bundle, bundle);
    return { ...work, bundle };
  } catch (error) {
    throw withDiskFull(error, 'The work could not be taken out of its workspace, where it is kept');
  } finally {
    await removeTree(scratch);
  }
}

async function collect(git: Git, request: CollectRequest, scratch: string): Promise<CollectedWork> {
  const { workspace, uncommitted: policy = 'commit' } = request;
  const refs = readRefs(workspace.directory);
  const { others, lost } = othersOf(workspace, refs);
  const seen = await lookInside(git, request, { scratch, refs, others });
  const walked = await recoverWhereNeeded(git, request, { scratch, seen });
  const changed = walked?.changed ?? seen.uncommitted;
  if (changed !== undefined && policy === 'fail') throw uncommitted(workspace, changed);
  const isCommitted = policy === 'commit';
  const takesTree = walked !== undefined && (isCommitted || seen.broken !== undefined);
  const { tip = workspace.base.commit, bundle } = takesTree ? walked : seen;
  const gone = others.filter((_, at) => seen.lost.has(at) || seen.broken !== undefined);
  return {
    base: workspace.base,
    tip,
    ...(bundle !== undefined && { bundle }),
    others: others.filter((other) => !gone.includes(other)),
    ...(changed !== undefined && {
      uncommitted: { ...changed, disposition: isCommitted || takesTree ? 'committed' : 'kept' },
    }),
    ...(takesTree && (seen.broken !== undefined || walked.changed !== undefined)
      ? { recovered: walked.recovered }
      : {}),
    lost: [...lost, ...gone.map(({ name }) => ({ name, reason: 'objects of it are missing' }))],
  } satisfies CollectedWork & { readonly uncommitted?: UncommittedWork };
}

interface Inside {
  readonly scratch: string;
  readonly refs: RefsFound;
  readonly others: readonly OtherWork[];
}

async function lookInside(
  git: Git,
  request: CollectRequest,
  at: Inside,
): Promise<SandboxCollected> {
  const { refs, others, scratch } = at;
  if (!refs.sound) return { lost: new Set(), broken: refs.why };
  return collectInSandbox(git, {
    ...limitsOf(request),
    workspace: request.workspace,
    // A branch without a commit has the files alone.
    head: refs.head ?? request.workspace.base.commit,
    others,
    sandboxes: request.sandboxes,
    options: request.sandbox,
    scratch,
    commits: (request.uncommitted ?? 'commit') === 'commit',
    timeoutMs: request.timeoutMs ?? DEFAULT_TIMEOUT_MS,
  });
}

interface Looked {
  readonly scratch: string;
  readonly seen: SandboxCollected;
}

async function recoverWhereNeeded(
  git: Git,
  request: CollectRequest,
  { scratch, seen }: Looked,
): Promise<RecoveredWork | undefined> {
  const reason = seen.broken ?? seen.walk;
  if (reason === undefined && seen.tip !== undefined) return undefined;
  const { workspace } = request;
  const onBase = { onto: workspace.base.commit, bundle: undefined };
  const onTip = { onto: seen.tip ?? onBase.onto, bundle: seen.bundle };
  const common = { ...limitsOf(request), workspace, reason: reason ?? 'its git said nothing' };
  if (seen.broken !== undefined || seen.tip === undefined) {
    return recoverTree(git, { ...common, ...onBase, scratch });
  }
  try {
    return await recoverTree(git, { ...common, ...onTip, scratch });
  } catch (error) {
    if (!(error instanceof DragomanError) || error.code !== 'git_failed') throw error;
    // The commits were no good after all.
    const reason = `${common.reason}; its commits can't be read: ${errorMessage(error)}`;
    const again = join(scratch, 'again');
    mkdirSync(again);
    return recoverTree(git, { ...common, ...onBase, reason, scratch: again });
  }
}

function limitsOf(request: CollectRequest) {
  return {
    author: request.author,
    at: request.at,
    message: `${request.subject.replaceAll(/\s+/g, ' ').trim()}\n\nDragoman-Commit: uncommitted\n`,
    ignore: request.ignore,
    maxBytes: request.maxBytes ?? DEFAULT_BYTES,
    signal: request.signal,
  };
}

/** What an agent has beside its branch. The branches that came with the workspace are not its work. */
function othersOf(
  { includes, branch, base }: Workspace,
  refs: RefsFound,
): { others: readonly OtherWork[]; lost: readonly LostWork[] } {
  if (!refs.sound) return { others: [], lost: [] };
  const given = [...includes, { name: branch, commit: base.commit }];
  const own = refs.others.filter(
    ({ kind, name, commit }) =>
      commit !== refs.head &&
      !(kind === 'branch' && given.some((one) => one.name === name && one.commit === commit)),
  );
  const reason = `only ${MOST_OTHERS} are taken along`;
  return {
    others: own.slice(0, MOST_OTHERS),
    lost: own.slice(MOST_OTHERS, 2 * MOST_OTHERS).map(({ name }) => ({ name, reason })),
  };
}

function uncommitted({ directory }: Workspace, { files }: ChangedFiles): DragomanError {
  return new DragomanError(
    'work_uncommitted',
    `The agent has left ${files} changed files uncommitted in ${directory}, and that is not to be. They are kept there.`,
  );
}

function checkAuthor({ name, email }: CollectRequest['author']): void {
  if (name.trim() !== '' && !/[<>\n\0]/.test(`${name}${email}`)) return;
  throw new DragomanError(
    'author_invalid',
    `${JSON.stringify(`${name} <${email}>`)} can't be the author of a commit: give a name, and an address without brackets.`,
  );
}
