import type {
  FileChange,
  JsonObject,
  ToolResultBlock,
  ToolUseBlock,
  UnifiedContent,
} from '@dragoman/protocol';
import { quoteWords } from '../../tools/command-line.js';
import { readNativeChanges } from './native-changes.js';
import { changesOfCall } from './to-common-call.js';

/**
 * Spells out a call that changes several files at once, which only Codex has, as calls that each do
 * one thing: `Write` for a new file, `Edit` for a changed one, `Bash` with `rm` for a deleted one;
 * each with a result of its own. For readers that know Claude's tools and no others. What isn't such
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
  /** The calls that took the place of one, by its id. */
  const places = new Map<string, readonly SpelledOut[]>();

  return content.flatMap((block): UnifiedContent[] => {
    if (block.type === 'tool_use' && holdsChanges(block)) {
      const calls = spellOut(block, results.get(block.id));
      places.set(block.id, calls);
      return calls.map(({ call }) => call);
    }
    if (block.type !== 'tool_result') return [block];
    const calls = places.get(block.tool_use_id);
    return calls === undefined ? [block] : resultsOf(calls, block);
  });
}

/** One of the calls a patch is spelled out as. */
interface SpelledOut {
  readonly call: ToolUseBlock;
  readonly path: string;
}

/** The result of each call: that of the patch, with the changes of its own file. */
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
  return name === 'Edit' && readNativeChanges(input.changes).length > 0;
}

function spellOut(block: ToolUseBlock, result: ToolResultBlock | undefined): SpelledOut[] {
  const changes = readNativeChanges(block.input.changes);
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
  return changesOfCall({ name: native.name, input: native.input }, {}) ?? [];
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
