import type { FileChange, JsonObject } from '@dragoman/protocol';
import { flagAt, objectAt, objectsAt, textAt } from '../../interpret/json-fields.js';
import { hunksOf } from '../../tools/hunks-of.js';
import type { NativeCall } from './native-call.js';

type ReadChanges = (call: NativeCall, metadata: JsonObject) => FileChange[];

/** What each tool that changes files says it changed. */
const READERS: Readonly<Record<string, ReadChanges>> = {
  write: ({ input }, metadata) => {
    const path = textAt(metadata, 'filepath') ?? textAt(input, 'filePath');
    const kind = flagAt(metadata, 'exists') === true ? 'update' : 'add';
    return path === undefined ? [] : [change(path, kind, textAt(metadata, 'diff'))];
  },
  edit: ({ input }, metadata) => {
    const found = objectAt(metadata, 'filediff');
    const path = textAt(found, 'file') ?? textAt(input, 'filePath');
    const kind = textAt(input, 'oldString') === '' ? 'add' : 'update';
    return path === undefined ? [] : [change(path, kind, textAt(metadata, 'diff'))];
  },
  apply_patch: (_call, metadata) => objectsAt(metadata, 'files').flatMap(changeOfPatch),
};

/** The files that a call changed, with their diffs where OpenCode gives them; undefined for none. */
export function changesOfCall(
  call: NativeCall,
  metadata: JsonObject | undefined,
): FileChange[] | undefined {
  const read = Object.hasOwn(READERS, call.tool) ? READERS[call.tool] : undefined;
  const changes = metadata === undefined ? undefined : read?.(call, metadata);
  return changes === undefined || changes.length === 0 ? undefined : changes;
}

const KINDS: ReadonlyMap<string, FileChange['kind']> = new Map([
  ['add', 'add'],
  ['update', 'update'],
  ['move', 'update'],
  ['delete', 'delete'],
]);

function changeOfPatch(file: JsonObject): FileChange[] {
  const path = textAt(file, 'filePath');
  const kind = KINDS.get(textAt(file, 'type') ?? '');
  if (path === undefined || kind === undefined) return [];
  const changed = change(path, kind, textAt(file, 'patch') ?? textAt(file, 'diff'));
  const moved = textAt(file, 'movePath');
  return [moved === undefined ? changed : { ...changed, moved_to: moved }];
}

function change(
  path: string,
  kind: FileChange['kind'],
  nativeDiff: string | undefined,
): FileChange {
  const diff = nativeDiff === undefined ? '' : hunksOf(nativeDiff);
  return diff === '' ? { path, kind } : { path, kind, diff };
}
