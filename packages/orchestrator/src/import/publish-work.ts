import { DragomanError } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import type { ConflictPolicy, ImportedRef, OtherWork, Provenance } from '../contract.js';
import { refPart } from '../git/ref-names.js';
import type { Git } from '../git/run-git.js';
import { type BranchPlan, planBranch, type TargetState } from './plan-branch.js';
import { commitNote, isNotedFor, notesRef, noteWith, readNote } from './provenance-note.js';

export interface Publication {
  /** What all worktrees of the repository share. */
  readonly gitDir: string;
  /** Undefined: no branch is to be made. */
  readonly branch: string | undefined;
  readonly commit: string;
  readonly baseCommit: string;
  readonly conflict: ConflictPolicy;
  readonly provenance: Provenance;
  readonly others: readonly OtherWork[];
}

export interface Published {
  readonly plan: BranchPlan | undefined;
  readonly others: readonly ImportedRef[];
}

/** Where an import keeps what it has fetched until it is published. */
export function incomingFolder(instance: string): string {
  return `refs/dragoman/incoming/${instance}`;
}

/** Takes away what an import has fetched and could not publish. */
export async function dropIncoming(git: Git, gitDir: string, instance: string): Promise<void> {
  const args = ['for-each-ref', '--format=delete %(refname) %(objectname)'];
  const { text } = await git.run({ args: [...args, incomingFolder(instance)], gitDir });
  if (text === '') return;
  await git.run({ args: ['update-ref', '--no-deref', '--stdin'], gitDir, stdin: `${text}\n` });
}

const TRIES = 3;

/**
 * Makes the branch, the refs beside it and the note, and takes away what was fetched for them, in one
 * transaction that expects each ref as it was looked at. To be called under the lock of the repository.
 */
export async function publishWork(git: Git, publication: Publication): Promise<Published> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await publishOnce(git, publication);
    } catch (error) {
      // The user's own git may have changed a ref in this moment.
      const isRace = error instanceof DragomanError && /cannot lock ref/.test(error.message);
      if (!isRace) throw error;
      if (attempt < TRIES) continue;
      throw new DragomanError(
        'publish_failed',
        `The branch could not be made: ${errorMessage(error)}`,
        { cause: error },
      );
    }
  }
}

async function publishOnce(git: Git, publication: Publication): Promise<Published> {
  const { gitDir, branch, commit, conflict, provenance } = publication;
  const refs = await refsOf(git, publication);
  const note = branch === undefined ? '' : await readNote(git, gitDir, commit);
  const state: TargetState = {
    branches: branchesIn(refs),
    checkedOut: await checkedOutBranches(git, gitDir),
    notedForTask: isNotedFor(note, provenance.instance),
  };
  const plan = branch === undefined ? undefined : planBranch({ branch, commit, conflict }, state);
  const others = otherRefs(publication);
  const lines = [
    ...(plan === undefined || plan.action === 'none' ? [] : [branchLine(plan, commit)]),
    ...others.map(({ ref, commit: own }) => `update ${ref} ${own} ${refs.get(ref) ?? none(own)}`),
  ];
  const needsNote = plan !== undefined && !state.notedForTask;
  if (needsNote) await prepareNote(git, publication, { plan, note, old: refs.get(notesRef) });
  for (const [ref, own] of await refsOf(git, publication)) {
    if (!ref.startsWith(`${incomingFolder(provenance.instance)}/`)) continue;
    lines.push(`delete ${ref} ${own}`);
    if (needsNote && ref === noteDraft(provenance)) {
      lines.push(`update ${notesRef} ${own} ${refs.get(notesRef) ?? none(own)}`);
    }
  }
  const stdin = ['start', ...lines, 'commit', ''].join('\n');
  await git.run({ args: ['update-ref', '--no-deref', '--stdin'], gitDir, stdin });
  return { plan, others };
}

function branchLine(plan: Extract<BranchPlan, { action: 'create' | 'update' }>, commit: string) {
  return `update refs/heads/${plan.branch} ${commit} ${plan.old ?? none(commit)}`;
}

/** What stands for a ref that isn't there. */
function none(commit: string): string {
  return '0'.repeat(commit.length);
}

interface NoteContext {
  readonly plan: BranchPlan;
  readonly note: string;
  readonly old: string | undefined;
}

/** Where the new commit of all notes is until it is published. */
function noteDraft({ instance }: Provenance): string {
  return `${incomingFolder(instance)}/note`;
}

async function prepareNote(git: Git, publication: Publication, context: NoteContext) {
  const { gitDir, commit, baseCommit, provenance } = publication;
  const facts = { branch: context.plan.branch, base_commit: baseCommit };
  const note = noteWith(context.note, provenance, facts);
  const ref = noteDraft(provenance);
  await commitNote(git, { gitDir, commit, note, old: context.old, ref });
}

/** All refs of Dragoman's that this import may touch. A branch that only names another is refused. */
async function refsOf(git: Git, publication: Publication): Promise<ReadonlyMap<string, string>> {
  const { gitDir, branch, provenance } = publication;
  const patterns = [
    ...(branch === undefined ? [] : [`refs/heads/${branch}`, `refs/heads/${branch}_*`]),
    notesRef,
    incomingFolder(provenance.instance),
    otherFolder(provenance.instance),
  ];
  const args = ['for-each-ref', '--format=%(refname) %(objectname) %(symref)', ...patterns];
  const { text } = await git.run({ args, gitDir });
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const [ref = '', commit = '', symbolic = ''] = line.split(' ');
      if (symbolic === '') return [ref, commit];
      throw new DragomanError(
        'branch_symbolic',
        `${ref} only names ${symbolic}, so nothing is written to it. Remove it: git symbolic-ref --delete ${ref}.`,
      );
    }),
  );
}

function branchesIn(refs: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const heads = 'refs/heads/';
  const found = [...refs].filter(([ref]) => ref.startsWith(heads));
  return new Map(found.map(([ref, commit]) => [ref.slice(heads.length), commit]));
}

async function checkedOutBranches(git: Git, gitDir: string): Promise<ReadonlySet<string>> {
  const { text } = await git.run({ args: ['worktree', 'list', '--porcelain', '-z'], gitDir });
  const start = 'branch refs/heads/';
  const lines = text.split('\0').filter((line) => line.startsWith(start));
  return new Set(lines.map((line) => line.slice(start.length)));
}

function otherFolder(instance: string): string {
  return `refs/dragoman/other/${instance}`;
}

/** A ref for each, by kind and name. Names that are the same as refs get a number. */
function otherRefs({ others, provenance }: Publication): readonly ImportedRef[] {
  const taken = new Set<string>();
  return others.map((other) => {
    const plain = `${otherFolder(provenance.instance)}/${other.kind}/${refPart(other.name)}`;
    let ref = plain;
    for (let number = 2; taken.has(ref); number += 1) ref = `${plain}_${number}`;
    taken.add(ref);
    return { ...other, ref };
  });
}
