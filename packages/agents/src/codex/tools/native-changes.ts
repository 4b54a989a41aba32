import { type FileChange, isJsonObject, type JsonObject } from '@dragoman/protocol';
import { objectAt, textAt } from '../../interpret/json-fields.js';
import { markLines } from '../../tools/mark-lines.js';

const kinds: ReadonlyMap<string, FileChange['kind']> = new Map([
  ['add', 'add'],
  ['update', 'update'],
  ['modify', 'update'],
  ['delete', 'delete'],
]);

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
