import { statSync } from 'node:fs';
import { join } from 'node:path';
import { removeTree } from '@dragoman/sandbox';
import type { RecoveredTree, Workspace } from '../contract.js';
import { initBare } from '../git/init-bare.js';
import type { Git } from '../git/run-git.js';
import { packedRefs, seedRef } from '../seed/seed-folders.js';
import { type ChangedFiles, shortStat } from './collect-report.js';
import { type CommitWords, openImportStream, tooLarge } from './import-stream.js';
import { type KnownTree, walkTree } from './walk-tree.js';

export interface Recovery extends CommitWords {
  readonly workspace: Workspace;
  /** The commit that the tree is put on. */
  readonly onto: string;
  /** What was collected before, with that commit in it. */
  readonly bundle?: string | undefined;
  readonly reason: string;
  readonly scratch: string;
  readonly ignore?: string | undefined;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

export interface RecoveredWork {
  /** The commit with the tree: `onto` itself, where nothing is different. */
  readonly tip: string;
  readonly recovered: RecoveredTree;
  readonly changed?: ChangedFiles;
  /** With the new commit. */
  readonly bundle?: string;
}

const HEAD = 'refs/collect/head';

/**
 * Makes a commit of the files of a workspace as they are, without its git: they are read one by one and
 * written into a repository of ours. The same files give the same commit. In a workspace in which not all
 * files were checked out, those that aren't there count as unchanged.
 */
export async function recoverTree(git: Git, recovery: Recovery): Promise<RecoveredWork> {
  const { workspace, onto, scratch, bundle, reason, signal } = recovery;
  const gitDir = join(scratch, 'recovered.git');
  const stream = join(scratch, 'tree.stream');
  await initRecovery(git, workspace, gitDir);
  const run = async (args: readonly string[], stdinFile?: string) =>
    git.run({ args, gitDir, signal, ...(stdinFile !== undefined && { stdinFile }) });
  if (bundle !== undefined) await fetchBundle(git, gitDir, bundle);
  const known = knownTree((await run(['ls-tree', '-r', '-z', '--full-tree', onto])).bytes);
  const leftOut = writeStream(recovery, known, stream);
  await run(['fast-import', '--quiet', '--force', '--done'], stream);
  await removeTree(stream);
  const [own, old] = (await run(['rev-parse', `${HEAD}^{tree}`, `${onto}^{tree}`])).text.split(
    '\n',
  );
  const recovered = { reason, onto, leftOut };
  if (own === old) return { tip: onto, recovered, ...(bundle !== undefined && { bundle }) };
  const tip = (await run(['rev-parse', HEAD])).text;
  const changed = await changedFiles(run, onto, tip);
  const file = join(scratch, 'recovered.bundle');
  const excluded = workspace.seed.commits.map((commit) => `^${commit}`);
  await run(['bundle', 'create', '--quiet', file, '--glob=refs/collect/*', ...excluded]);
  if (statSync(file).size > recovery.maxBytes) throw tooLarge(recovery.maxBytes);
  return { tip, recovered, changed, bundle: file };
}

/** A repository of ours that has what the seed has. */
async function initRecovery(git: Git, { seed }: Workspace, directory: string): Promise<void> {
  const { objectFormat, shallow, commits } = seed;
  const refs = commits.map((commit, at): [string, string] => [seedRef(at), commit]);
  const alternates = [join(seed.directory, 'objects')];
  const repository = { directory, objectFormat, shallow, alternates };
  await initBare(git, { ...repository, packedRefs: packedRefs(refs) });
}

/** Takes over what was collected. What it says it needs has to be there. */
export async function fetchBundle(git: Git, gitDir: string, bundle: string): Promise<void> {
  const options = ['--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--quiet'];
  const config = { 'fetch.fsckObjects': 'true', 'transfer.fsckObjects': 'true' };
  const refs = '+refs/collect/*:refs/collect/*';
  await git.run({ args: ['fetch', ...options, '--', bundle, refs], gitDir, config });
}

function writeStream(recovery: Recovery, known: KnownTree, file: string): readonly string[] {
  const { workspace, ignore } = recovery;
  const replaces = workspace.sparse === undefined;
  const stream = openImportStream({ ...recovery, file, ref: HEAD, replaces });
  try {
    if (replaces) for (const [path, commit] of known.submodules) stream.submodule(path, commit);
    return walkTree({ directory: workspace.directory, known, ignore }, stream);
  } finally {
    stream.close();
  }
}

function knownTree(listing: Buffer): KnownTree {
  const modes = new Map<string, string>();
  const submodules = new Map<string, string>();
  const folders = new Set<string>();
  for (const entry of listing.toString('latin1').split('\0')) {
    const [, mode, object = '', path] = /^(\d+) \w+ (\w+)\t(.*)$/s.exec(entry) ?? [];
    if (mode === undefined || path === undefined) continue;
    modes.set(path, mode);
    if (mode === '160000') submodules.set(path, object);
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
      folders.add(path.slice(0, at));
    }
  }
  return { modes, folders, submodules };
}

type Run = (args: readonly string[]) => Promise<{ readonly text: string; readonly bytes: Buffer }>;

async function changedFiles(run: Run, onto: string, tip: string): Promise<ChangedFiles> {
  const diff = ['diff-tree', '-r', '--no-renames', '--no-ext-diff', '--no-textconv'];
  const stat = await run([...diff, '--shortstat', onto, tip]);
  const added = await run([...diff, '--diff-filter=A', '--name-only', '-z', onto, tip]);
  return { ...shortStat(stat.text), untracked: added.bytes.filter((byte) => byte === 0).length };
}
