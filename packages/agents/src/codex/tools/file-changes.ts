import { posix, win32 } from 'node:path';
import { type FileChange, isJsonObject, type JsonObject } from '@dragoman/protocol';
import { objectAt, textAt } from '../../interpret/json-fields.js';
import { markLines } from './mark-lines.js';

const WINDOWS_ROOT = /^(?:[A-Za-z]:[\\/]|\\\\)/;

const kinds: ReadonlyMap<string, FileChange['kind']> = new Map([
  ['add', 'add'],
  ['update', 'update'],
  ['modify', 'update'],
  ['delete', 'delete'],
]);

/** A path made absolute where the folder is known, without `.` and `..`. */
export function resolvePath(path: string, cwd: string | undefined): string {
  const folder = cwd === undefined ? undefined : localPath(cwd);
  if (WINDOWS_ROOT.test(path)) return path;
  if (path.startsWith('/')) return posix.normalize(path);
  if (folder === undefined) return path;
  return (WINDOWS_ROOT.test(folder) ? win32 : posix).join(folder, path);
}

/** From 0.150 on, some records name a folder by its `file://` URL. */
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
 * names twice is one change, as it is in Codex: the last kind counts.
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

/**
 * The changes as Codex reports them: a map by path, whose entries name their kind in `type` or, in
 * the oldest versions, by their only key; or a list.
 */
export function readNativeChanges(native: unknown): FileChange[] {
  if (Array.isArray(native)) {
    return native.flatMap((entry) => {
      const path = isJsonObject(entry) ? textAt(entry, 'path') : undefined;
      return path === undefined ? [] : readNativeChange(path, entry);
    });
  }
  if (!isJsonObject(native)) return [];
  return Object.entries(native).flatMap(([path, entry]) => readNativeChange(path, entry));
}

function readNativeChange(path: string, entry: unknown): FileChange[] {
  // In 0.20 a deletion has nothing to say but its name.
  if (entry === 'delete') return [{ path, kind: 'delete' }];
  if (!isJsonObject(entry)) return [];
  const body = objectAt(entry, 'kind') ?? entry;
  const named = textAt(body, 'type') ?? textAt(body, 'kind');
  if (named !== undefined) {
    const kind = kinds.get(named);
    return kind === undefined ? [] : [describe(path, kind, body, entry)];
  }
  for (const [name, kind] of kinds) {
    if (Object.hasOwn(entry, name)) {
      const inner = objectAt(entry, name) ?? {};
      return [describe(path, kind, inner, inner)];
    }
  }
  return [];
}

function describe(
  path: string,
  kind: FileChange['kind'],
  body: JsonObject,
  entry: JsonObject,
): FileChange {
  const moved = textAt(body, 'move_path');
  const diff = textAt(entry, 'unified_diff') ?? textAt(entry, 'diff') ?? contentDiff(kind, entry);
  return {
    path,
    kind,
    ...(moved === undefined ? {} : { moved_to: moved }),
    ...(diff === undefined ? {} : { diff }),
  };
}

function contentDiff(kind: FileChange['kind'], entry: JsonObject): string | undefined {
  const content = textAt(entry, 'content');
  if (content === undefined || kind === 'update') return undefined;
  return markLines(kind === 'add' ? '+' : '-', content);
}
