import type { FileChange, JsonObject, OutputBlock } from '@dragoman/protocol';
import type { CallResult } from '../../interpret/emitted-calls.js';
import { flagAt, numberAt, objectAt, objectsAt, textAt } from '../../interpret/json-fields.js';
import { imageSourceOf } from '../../tools/common-call.js';
import { hunksOf } from '../../tools/patch.js';
import type { NativeCall } from '../../tools/tool-shape.js';

type ReadResult = (call: NativeCall, state: JsonObject) => CallResult;

/** A call has a result once it is over. */
const READERS: Readonly<Record<string, ReadResult>> = {
  completed: completedResult,
  error: failedResult,
};

/** Statuses of a call that has no result. */
const OPEN_STATUSES: ReadonlySet<string> = new Set(['pending', 'running']);

/** Whether the state of a call is one that can be read. */
export function isReadable({ status, output, error }: JsonObject): boolean {
  if (status === 'completed') return typeof output === 'string';
  if (status === 'error') return typeof error === 'string';
  return typeof status === 'string' && OPEN_STATUSES.has(status);
}

/** The result of a call by its state; undefined while it has none, or had none when it was cut off. */
export function resultOfCall(call: NativeCall, state: JsonObject): CallResult | undefined {
  const status = textAt(state, 'status') ?? '';
  const result = Object.hasOwn(READERS, status) ? READERS[status]?.(call, state) : undefined;
  if (result === undefined) return undefined;
  const duration = durationOf(objectAt(state, 'time'));
  if (duration !== undefined) result.duration_ms = duration;
  return result;
}

/** A command that failed is complete as well: its exit code says so. */
function completedResult(call: NativeCall, state: JsonObject): CallResult {
  const metadata = objectAt(state, 'metadata');
  const exitCode = call.name === 'bash' ? numberAt(metadata, 'exit') : undefined;
  const changes = changesOfCall(call, metadata);
  const isStopped = call.name === 'bash' && metadata?.exit === null;
  const result: CallResult = {
    status: isStopped || (exitCode ?? 0) !== 0 ? 'error' : 'success',
    output: outputOfCall(state),
  };
  // Assigned one by one: this runs for every call of a session, and spreads cost ten times as much.
  if (exitCode !== undefined) result.exit_code = exitCode;
  if (changes !== undefined) result.changes = changes;
  if (flagAt(metadata, 'truncated') === true) result.truncated = true;
  if (isStopped) result.error = { message: 'The command was stopped.', type: 'cancelled' };
  return result;
}

const REFUSALS = [
  'rejected permission to use this specific tool call',
  'has specified a rule which prevents you from using this specific tool call',
  'The user dismissed this question',
];
const ABORTED = 'Tool execution aborted';

function failedResult(_call: NativeCall, state: JsonObject): CallResult {
  const message = textAt(state, 'error') ?? 'The call failed.';
  const printed = textAt(objectAt(state, 'metadata'), 'output') ?? '';
  const type = typeOf(message);
  return {
    status: 'error',
    // What a command had printed before it was stopped.
    ...(printed !== '' && { output: printed }),
    error: { message, ...(type !== undefined && { type }) },
  };
}

/** The two kinds of failure that have a name in the event language. */
function typeOf(message: string): 'denied' | 'cancelled' | undefined {
  if (message.startsWith(ABORTED)) return 'cancelled';
  return REFUSALS.some((words) => message.includes(words)) ? 'denied' : undefined;
}

function durationOf(time: JsonObject | undefined): number | undefined {
  const start = numberAt(time, 'start');
  const end = numberAt(time, 'end');
  return start === undefined || end === undefined || end < start ? undefined : end - start;
}

/** What a call gave back: its text, or text and images where files came with it. */
function outputOfCall(state: JsonObject): string | OutputBlock[] {
  const text = textAt(state, 'output') ?? '';
  const files = objectsAt(state, 'attachments').flatMap(imageOf);
  if (files.length === 0) return text;
  return text === '' ? files : [{ type: 'text', text }, ...files];
}

function imageOf(file: JsonObject): OutputBlock[] {
  const url = textAt(file, 'url');
  const isImage = textAt(file, 'mime')?.startsWith('image/') === true;
  return url === undefined || !isImage ? [] : [{ type: 'image', source: imageSourceOf(url) }];
}

type ReadChanges = (call: NativeCall, metadata: JsonObject) => FileChange[];

/** What each tool that changes files says it changed. */
const CHANGE_READERS: Readonly<Record<string, ReadChanges>> = {
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
  const read = Object.hasOwn(CHANGE_READERS, call.name) ? CHANGE_READERS[call.name] : undefined;
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
