import { errorMessage } from '@dragoman/protocol/internal';
import type { OtherWork } from '../contract.js';
import { isObjectName } from '../git/resolve-base.js';
import { type HeldFolder, holdFolder } from './held-folder.js';

/** What the `.git` of a workspace says, as far as it is one. All of it is the agent's word. */
export interface WorkspaceRefs {
  /** The commit that HEAD stands for. Undefined where its branch has none. */
  readonly head?: string;
  /** The branch that HEAD names, by its short name. */
  readonly branch?: string;
  /** All but what HEAD names. */
  readonly others: readonly OtherWork[];
}

/** `why`: what is wrong with it. */
export type RefsFound =
  | ({ readonly sound: true } & WorkspaceRefs)
  | { readonly sound: false; readonly why: string };

const MOST_LINE_BYTES = 4096;
const MOST_PACKED_BYTES = 32 * 1024 * 1024;
const MOST_LOG_BYTES = 1024 * 1024;
const MOST_REFS = 20_000;
const DEEPEST = 20;

/**
 * Reads the refs of a workspace as files. No git is started, because git obeys what stands in the folder;
 * and no link is followed.
 */
export function readRefs(directory: string): RefsFound {
  let dotGit: HeldFolder | undefined;
  try {
    const workspace = holdFolder(directory);
    try {
      const status = workspace.status('.git');
      if (status === undefined) return unsound('there is no .git any more');
      if (!status.isDirectory()) return unsound('.git is no folder any more');
      dotGit = workspace.folder('.git');
    } finally {
      workspace.close();
    }
    return refsIn(dotGit);
  } catch (error) {
    return unsound(`.git can't be read (${errorMessage(error)})`);
  } finally {
    dotGit?.close();
  }
}

function unsound(why: string): RefsFound {
  return { sound: false, why };
}

function refsIn(dotGit: HeldFolder): RefsFound {
  for (const name of ['objects', 'refs']) {
    if (!dotGit.status(name)?.isDirectory()) return unsound(`.git/${name} is no folder any more`);
  }
  const head = line(dotGit, 'HEAD');
  const refs = new Map([...packedRefs(dotGit), ...looseRefs(dotGit)]);
  const [, target] = /^ref: (refs\/heads\/\S+)$/.exec(head) ?? [];
  // Git writes this one where refs are stored in another way.
  if (target === 'refs/heads/.invalid') return unsound('its branches are not stored as files');
  if (target === undefined && !isObjectName(head)) return unsound('.git/HEAD names no branch');
  const commit = target === undefined ? head : refs.get(target);
  if (target !== undefined) refs.delete(target);
  return {
    sound: true,
    ...(commit !== undefined && { head: commit }),
    ...(target !== undefined && { branch: target.slice('refs/heads/'.length) }),
    others: [...othersIn(refs), ...stashesIn(dotGit, refs), ...worktreesIn(dotGit)],
  };
}

const KINDS = [
  { prefix: 'refs/heads/', kind: 'branch' },
  { prefix: 'refs/tags/', kind: 'tag' },
] as const;

function othersIn(refs: ReadonlyMap<string, string>): OtherWork[] {
  return [...refs].flatMap(([ref, commit]): OtherWork[] => {
    const found = KINDS.find(({ prefix }) => ref.startsWith(prefix));
    if (found === undefined) return [];
    return [{ kind: found.kind, name: ref.slice(found.prefix.length), commit }];
  });
}

/** The newest is a ref; those below it are only in its log, the newest last. */
function stashesIn(dotGit: HeldFolder, refs: ReadonlyMap<string, string>): OtherWork[] {
  const newest = refs.get('refs/stash');
  if (newest === undefined) return [];
  const logged = (textIn(dotGit, ['logs', 'refs'], 'stash', MOST_LOG_BYTES) ?? '')
    .split('\n')
    .map((text) => text.split(' ')[1] ?? '')
    .filter(isObjectName)
    .reverse();
  const commits = [...new Set([newest, ...logged])];
  return commits.map((commit, at) => ({ kind: 'stash', name: `stash@{${at}}`, commit }));
}

/** Worktrees that an agent has made have a HEAD each, which may be on no branch. */
function worktreesIn(dotGit: HeldFolder): OtherWork[] {
  return inFolder(dotGit, ['worktrees'], (folder) =>
    folder.names().flatMap((name): OtherWork[] => {
      const commit = textIn(folder, [name], 'HEAD', MOST_LINE_BYTES)?.trim() ?? '';
      return isObjectName(commit) ? [{ kind: 'worktree', name: name.toString(), commit }] : [];
    }),
  );
}

function packedRefs(dotGit: HeldFolder): [string, string][] {
  const text = dotGit.read('packed-refs', MOST_PACKED_BYTES)?.toString() ?? '';
  return text
    .split('\n', MOST_REFS)
    .map((one) => one.split(/ (.*)/s))
    .flatMap(([commit = '', ref = '']): [string, string][] =>
      isObjectName(commit) ? [[ref, commit]] : [],
    );
}

function looseRefs(dotGit: HeldFolder): [string, string][] {
  const found: [string, string][] = [];
  const look = (folder: HeldFolder, prefix: string, depth: number): void => {
    for (const name of folder.names()) {
      if (found.length >= MOST_REFS) return;
      const path = `${prefix}/${name.toString()}`;
      const status = folder.status(name);
      if (status?.isDirectory() && depth < DEEPEST) {
        inFolder(folder, [name], (inner) => {
          look(inner, path, depth + 1);
          return [];
        });
      } else if (status?.isFile()) {
        const commit = line(folder, name);
        if (isObjectName(commit)) found.push([path, commit]);
      }
    }
  };
  inFolder(dotGit, ['refs'], (refs) => {
    look(refs, 'refs', 0);
    return [];
  });
  return found;
}

function line(folder: HeldFolder, name: Buffer | string): string {
  return folder.read(name, MOST_LINE_BYTES)?.toString().trim() ?? '';
}

function textIn(
  folder: HeldFolder,
  path: readonly (Buffer | string)[],
  name: string,
  maxBytes: number,
): string | undefined {
  return inFolder(folder, path, (inner) => [inner.read(name, maxBytes)?.toString()])[0];
}

/** Nothing, where there is no such folder. */
function inFolder<Item>(
  folder: HeldFolder,
  path: readonly (Buffer | string)[],
  work: (inner: HeldFolder) => Item[],
): Item[] {
  const [name, ...rest] = path;
  if (name === undefined) return work(folder);
  if (!folder.status(name)?.isDirectory()) return [];
  const inner = folder.folder(name);
  try {
    return inFolder(inner, rest, work);
  } finally {
    inner.close();
  }
}
