import { posix, win32 } from 'node:path';
import type { FileChange } from '@dragoman/protocol';

const WINDOWS_ROOT = /^(?:[A-Za-z]:[\\/]|\\\\)/;

/** A path made absolute where the folder is known, without `.` and `..`. */
export function resolvePath(path: string, cwd: string | undefined): string {
  const folder = cwd === undefined ? undefined : localPath(cwd);
  if (WINDOWS_ROOT.test(path)) return path;
  if (path.startsWith('/')) return posix.normalize(path);
  if (folder === undefined) return path;
  return (WINDOWS_ROOT.test(folder) ? win32 : posix).join(folder, path);
}

/** Codex names some folders by their `file://` URL from 0.150 on. */
function localPath(folder: string): string {
  if (!folder.startsWith('file://')) return folder;
  try {
    return decodeURIComponent(folder.slice('file://'.length));
  } catch {
    // A `%` that escapes nothing: the name was never encoded.
    return folder.slice('file://'.length);
  }
}

/**
 * The changes with absolute paths, where the folder is known, sorted by path. A file that a patch
 * names twice is one change: the last kind counts.
 */
export function resolveChanges(
  changes: readonly FileChange[],
  cwd: string | undefined,
): FileChange[] {
  const byPath = new Map<string, FileChange[]>();
  for (const change of changes) {
    const path = resolvePath(change.path, cwd);
    const moved = change.moved_to;
    const resolved =
      moved === undefined
        ? { ...change, path }
        : { ...change, path, moved_to: resolvePath(moved, cwd) };
    const earlier = byPath.get(path);
    if (earlier === undefined) byPath.set(path, [resolved]);
    else if (resolved.kind === 'update' && earlier[0]?.kind === 'update') earlier.push(resolved);
    else byPath.set(path, [resolved]);
  }
  return [...byPath.values()].map(joinUpdates).sort((a, b) => (a.path < b.path ? -1 : 1));
}

function joinUpdates(updates: readonly FileChange[]): FileChange {
  const joined: FileChange = Object.assign({}, ...updates);
  if (updates.length === 1) return joined;
  const diff = updates.map((update) => update.diff ?? '').join('');
  return diff === '' ? joined : { ...joined, diff };
}
