import {
  type FileChange,
  isJsonObject,
  type JsonObject,
  type ToolResultBlock,
  type ToolUseBlock,
  type UnifiedContent,
} from '@dragoman/protocol';
import { objectAt, textAt } from '../../interpret/json-fields.js';
import { quoteWords } from '../../tools/command-line.js';
import { markLines } from '../../tools/patch.js';
import { readCall } from './calls.js';

const kinds: ReadonlyMap<string, FileChange['kind']> = new Map([
  ['add', 'add'],
  ['update', 'update'],
  ['modify', 'update'],
  ['delete', 'delete'],
]);

/**
 * The changes as Codex reports them: a map by path, whose entries name their kind in `type` or, in
 * the oldest versions, by their only key; or a list. Undefined when none of them can be read.
 */
export function readNativeChanges(native: unknown): FileChange[] | undefined {
  const entries = entriesOf(native);
  const changes = entries?.flatMap(([path, entry]) => readNativeChange(path, entry));
  return changes?.length === 0 && entries?.length !== 0 ? undefined : changes;
}

function entriesOf(native: unknown): (readonly [path: unknown, entry: unknown])[] | undefined {
  if (Array.isArray(native)) {
    return native.map((entry) => [isJsonObject(entry) ? entry.path : undefined, entry]);
  }
  return isJsonObject(native) ? Object.entries(native) : undefined;
}

function readNativeChange(path: unknown, entry: unknown): FileChange[] {
  if (typeof path !== 'string') return [];
  // In 0.20 a deletion is only its name.
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

/**
 * Spells out a call that changes several files at once, which only Codex has, as calls that each do
 * one thing: `Write` for a new file, `Edit` for a changed one, `Bash` with `rm` for a deleted one;
 * each with its result. For readers that know Claude's tools and no others. What isn't such
 * a call stays as it is.
 *
 * @example
 * const blocks = spellOutChanges(message.content);
 */
export function spellOutChanges(content: readonly UnifiedContent[]): UnifiedContent[] {
  const results = new Map<string, ToolResultBlock>();
  for (const block of content) {
    if (block.type === 'tool_result') results.set(block.tool_use_id, block);
  }
  /** The calls that replaced one, by its id. */
  const replaced = new Map<string, readonly SpelledOut[]>();

  return content.flatMap((block): UnifiedContent[] => {
    if (block.type === 'tool_use' && holdsChanges(block)) {
      const calls = spellOut(block, results.get(block.id));
      replaced.set(block.id, calls);
      return calls.map(({ call }) => call);
    }
    if (block.type !== 'tool_result') return [block];
    const calls = replaced.get(block.tool_use_id);
    return calls === undefined ? [block] : resultsOf(calls, block);
  });
}

/** One of the calls a patch is spelled out as. */
interface SpelledOut {
  readonly call: ToolUseBlock;
  readonly path: string;
}

/** The result of each call: that of the patch, with the changes of its file. */
function resultsOf(calls: readonly SpelledOut[], whole: ToolResultBlock): ToolResultBlock[] {
  const { changes, ...rest } = whole;
  const byPath = new Map(changes?.map((change) => [change.path, change]));
  return calls.map(({ call, path }) => {
    const own = byPath.get(path);
    const result = { ...rest, tool_use_id: call.id };
    return changes === undefined ? result : { ...result, changes: own === undefined ? [] : [own] };
  });
}

function holdsChanges({ name, input }: ToolUseBlock): boolean {
  return name === 'Edit' && (readNativeChanges(input.changes) ?? []).length > 0;
}

function spellOut(block: ToolUseBlock, result: ToolResultBlock | undefined): SpelledOut[] {
  const changes = readNativeChanges(block.input.changes) ?? [];
  const diffs = new Map(
    [...diffsOfCall(block), ...(result?.changes ?? [])].map((change) => [change.path, change]),
  );
  return changes.map((change, index) => ({
    path: change.path,
    call: {
      type: 'tool_use',
      id: changes.length === 1 ? block.id : `${block.id}.${index + 1}`,
      ...claudeCall(diffs.get(change.path) ?? change),
      // Once is enough: each of a thousand files would carry the patch of all of them.
      ...(index === 0 && block.native !== undefined && { native: block.native }),
    },
  }));
}

/** What a patch in the native input says about each file. */
function diffsOfCall({ native }: ToolUseBlock): FileChange[] {
  if (native === undefined) return [];
  return readCall({ name: native.name, input: native.input }, {}).changes ?? [];
}

function claudeCall(change: FileChange): { name: string; input: JsonObject } {
  const { path, kind, moved_to, diff = '' } = change;
  if (kind === 'delete') return { name: 'Bash', input: { command: `rm ${quoteWords([path])}` } };
  const { before, after } = sidesOf(diff);
  if (kind === 'add') {
    const content = after === '' ? '' : `${after}\n`;
    return { name: 'Write', input: { file_path: path, content } };
  }
  return {
    name: 'Edit',
    input: {
      file_path: path,
      old_string: before,
      new_string: after,
      ...(moved_to !== undefined && { moved_to }),
    },
  };
}

/** The text before and after a diff, as far as the diff shows it. */
function sidesOf(diff: string): { before: string; after: string } {
  const before: string[] = [];
  const after: string[] = [];
  for (const line of diff.split('\n')) {
    const text = line.slice(1);
    if (line.startsWith('-')) before.push(text);
    else if (line.startsWith('+')) after.push(text);
    else if (line.startsWith(' ')) {
      before.push(text);
      after.push(text);
    }
  }
  return { before: before.join('\n'), after: after.join('\n') };
}
