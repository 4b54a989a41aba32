import { type Dirent, readdirSync, readlinkSync, type Stats } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { setImmediate as nextTick } from 'node:timers/promises';
import { errorCode } from '@dragoman/protocol/internal';
import { statusOf } from '../files/status-of.js';
import { runLaterPaths } from '../walls/run-later-paths.js';
import { bytesOf, changedTarget, leadsOut } from './changed-target.js';
import { riskOf, riskOfFolder, type WorkspaceRisk, workspaceRisks } from './risk-rules.js';
import { scanRepository } from './scan-repository.js';
import { clearSetuid } from './take-back.js';

/** Something in the workspace that was created or changed and could be run later. */
export interface RiskItem {
  /** From the workspace. A folder's, where there is a whole tree of the same. */
  readonly path: string;
  readonly risk: WorkspaceRisk;
  readonly change: 'created' | 'changed';
  /** It was removed again, or made harmless. */
  readonly undone?: boolean;
}

export interface WorkspaceScan {
  /** The worst first. */
  readonly items: readonly RiskItem[];
  /** Whether not everything was looked at: there is too much, or it can't be read. */
  readonly incomplete: boolean;
}

export interface ScanOptions {
  /** A real path. */
  readonly workspace: string;
  /** What has a change of this time or later counts. In milliseconds. */
  readonly since: number;
  /** Folders that are not looked at. */
  readonly skip?: readonly string[];
  /**
   * Whether all walls were there. Then a folder behind one was put there by no command, and looks changed
   * because of what is put into it for the walls.
   */
  readonly walled?: boolean;
  readonly mostEntries?: number;
}

const MOST_ENTRIES = 200_000;

/** Others wait for the event loop, too. */
const SLICE_MS = 10;

/** On a machine that is very busy. */
const MOST_MS = 20_000;

/** Trees that tools fill with many files: one item stands for all that changed in one. */
const WHOLE_TREES: ReadonlySet<string> = new Set(['node_modules', '.venv', 'venv', 'target']);

/** Folders that have a wall or a placeholder in every workspace. */
const WALLED: ReadonlySet<string> = new Set(
  runLaterPaths.filter(({ missing }) => missing !== 'left').map(({ path }) => path),
);

/**
 * Looks for what has been made or changed in a workspace since some time and could be run later by its
 * owner's programs. Nothing is followed and nothing is opened; a time of change is the kernel's, which
 * no command can set back. What is never right, a program with somebody else's rights or a repository
 * whose configuration was led elsewhere, is taken back.
 */
export async function scanWorkspace(options: ScanOptions): Promise<WorkspaceScan> {
  const { workspace, since, skip = [], walled = false, mostEntries = MOST_ENTRIES } = options;
  const items: RiskItem[] = [];
  const wholeTrees = new Set<string>();
  let incomplete = false;
  let entries = 0;
  const started = performance.now();
  let sliceEnd = started + SLICE_MS;

  const note = (path: string, risk: WorkspaceRisk, status: Stats): void => {
    const change = status.birthtimeMs >= since ? 'created' : 'changed';
    items.push({ path: shown(path), risk, change });
  };

  const noteIn = (
    tree: string | undefined,
    path: string,
    risk: WorkspaceRisk,
    status: Stats,
  ): void => {
    if (tree === undefined) note(path, risk, status);
    else if (!wholeTrees.has(tree)) {
      wholeTrees.add(tree);
      note(tree, 'executable', statusOf(bytesOf(workspace, tree)) ?? status);
    }
  };

  const onUnknown = (): void => {
    incomplete = true;
  };

  const lookAt = (folder: WaitingFolder, entry: Dirent<string>): WaitingFolder[] => {
    const path = folder.path === '' ? entry.name : `${folder.path}/${entry.name}`;
    const status = statusOf(bytesOf(workspace, path));
    if (status === undefined) return [];
    const isNew = status.ctimeMs >= since || folder.isMoved;
    if (entry.name === '.git') {
      const look = { workspace, path: shown(path), since, isNew, status };
      items.push(...scanRepository({ ...look, onUnknown }));
      return [];
    }
    const tree = folder.tree ?? (WHOLE_TREES.has(entry.name) ? path : undefined);
    if (status.isDirectory()) {
      if (skip.includes(join(workspace, shown(path)))) return [];
      const isMoved = folder.isMoved || wasMoved(status, since);
      // One that was moved shows no sign of it where its own time was set after that.
      const mayBeMoved = !isMoved && status.ctimeMs >= since && status.birthtimeMs < since;
      const isKept = walled && WALLED.has(path);
      const risk = mayBeMoved && !isKept ? riskOfFolder(path) : undefined;
      if (risk !== undefined) noteIn(tree, path, risk, status);
      return [{ path, tree, isMoved, isOld: status.ctimeMs < since }];
    }
    if (status.isSymbolicLink() && tree === undefined) {
      const target = changedTarget({ workspace, path, since });
      if (target !== undefined) note(target.path, target.risk, target.status);
    }
    if (!isNew) return [];
    const isProgram = status.isFile() && (status.mode & 0o6000) !== 0;
    if (isProgram && status.ctimeMs >= since) {
      const undone = clearSetuid({ root: workspace, path }, status);
      items.push({ path: shown(path), risk: 'setuid', change: 'changed', undone });
    }
    const risk = status.isSymbolicLink() ? linkRisk(workspace, path) : fileRisk(path, status);
    if (risk !== undefined) noteIn(tree, path, risk, status);
    return [];
  };

  // What is likeliest to be looked for comes first; whole trees of tools come last.
  const waiting: WaitingFolder[] = [{ path: '', tree: undefined, isMoved: false, isOld: false }];
  const trees: WaitingFolder[] = [];
  while (waiting.length + trees.length > 0) {
    const folder = waiting.shift() ?? trees.shift();
    if (folder === undefined) break;
    if (entries > mostEntries || performance.now() - started > MOST_MS) {
      incomplete = true;
      break;
    }
    const found = listed(workspace, folder);
    if (found === undefined) incomplete = true;
    entries += found?.length ?? 0;
    for (const entry of found ?? []) {
      try {
        for (const next of lookAt(folder, entry)) (next.tree ? trees : waiting).push(next);
      } catch {
        // One that can't be looked at doesn't hide those beside it.
        incomplete = true;
      }
    }
    if (isBareRepository(found ?? [])) {
      const status = statusOf(bytesOf(workspace, `${folder.path}/HEAD`));
      const isNew = status !== undefined && (status.ctimeMs >= since || folder.isMoved);
      if (isNew) note(folder.path, 'repository', status);
    }
    if (performance.now() > sliceEnd) {
      await nextTick();
      sliceEnd = performance.now() + SLICE_MS;
    }
  }
  return { items: items.sort(worstFirst), incomplete };
}

interface WaitingFolder {
  readonly path: string;
  /** The tree of a tool's files that it is in. */
  readonly tree: string | undefined;
  /** Whether it was somewhere else: what is in it shows no sign of that. */
  readonly isMoved: boolean;
  readonly isOld: boolean;
}

/** What is in a folder, nothing where it is gone. `undefined` where that can't be said. */
function listed(workspace: string, folder: WaitingFolder): Dirent<string>[] | undefined {
  try {
    return readdirSync(bytesOf(workspace, folder.path), {
      withFileTypes: true,
      encoding: 'latin1',
    });
  } catch (error) {
    const code = errorCode(error);
    const isGone = code === 'ENOENT' || code === 'ENOTDIR';
    // What this user could not list before, no command of theirs could.
    return isGone || (code === 'EACCES' && folder.isOld) ? [] : undefined;
  }
}

/** A folder that is older and whose entries are, but that was itself changed. */
function wasMoved(status: Stats, since: number): boolean {
  return status.birthtimeMs < since && status.ctimeMs >= since && status.mtimeMs < since;
}

function fileRisk(path: string, status: Stats): WorkspaceRisk | undefined {
  if (!status.isFile()) return undefined;
  return riskOf({ path, isExecutable: (status.mode & 0o111) !== 0 });
}

/** A link that leads out of the workspace, or stands where settings are looked for. */
function linkRisk(workspace: string, path: string): WorkspaceRisk | undefined {
  const target = readlinkSync(bytesOf(workspace, path), 'latin1');
  if (isAbsolute(target) || leadsOut(join(path, '..', target))) return 'link';
  return riskOf({ path, isExecutable: false }) ?? riskOfFolder(path);
}

/** Git takes a folder for a repository that looks like one from within. */
function isBareRepository(entries: readonly Dirent<string>[]): boolean {
  const names = new Set(entries.map(({ name }) => name));
  return ['HEAD', 'objects', 'refs'].every((name) => names.has(name));
}

function shown(path: string): string {
  return Buffer.from(path, 'latin1').toString('utf8');
}

/** By risk alone: what was undone is no danger any more, and there can be any number of it. */
function worstFirst(a: RiskItem, b: RiskItem): number {
  return workspaceRisks.indexOf(a.risk) - workspaceRisks.indexOf(b.risk);
}
