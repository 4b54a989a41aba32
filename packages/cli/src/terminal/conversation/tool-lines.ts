import {
  type FileChange,
  isJsonObject,
  isToolUse,
  type ToolResultBlock,
  type ToolUseBlock,
} from '@dragoman/protocol';
import { callLines } from './call-lines.js';
import { changeLines } from './change-lines.js';
import { indented, type Line, painted } from './line.js';
import { type Look, narrowed } from './look.js';
import { resultLines } from './result-lines.js';

const MARGIN = '  ';

/** A call with its result below. Either may be missing. */
export function toolLines(
  call: ToolUseBlock | undefined,
  result: ToolResultBlock | undefined,
  look: Look,
): Line[] {
  const changes = changesOf(call, result);
  const answer = isPlain(changes, call, result) && !look.full ? withoutWords(result) : result;
  return [
    ...(changes.length > 0 ? changeLines(changes, look) : titleLines(call, look)),
    ...indented(answerLines(call, answer, narrowed(look, MARGIN.length)), MARGIN),
  ];
}

/** Whether an edit went well and is there to see: what the tool says of it is for the model then. */
function isPlain(
  changes: readonly FileChange[],
  call: ToolUseBlock | undefined,
  result: ToolResultBlock | undefined,
): boolean {
  const isEdit = call?.name === 'Edit' || call?.name === 'Write';
  return isEdit && result?.status === 'success' && changes.some(({ diff }) => diff);
}

function withoutWords(result: ToolResultBlock | undefined): ToolResultBlock | undefined {
  return result === undefined ? undefined : { ...result, content: '' };
}

function titleLines(call: ToolUseBlock | undefined, look: Look): Line[] {
  if (call === undefined) return [painted('dim', '(the result of a call that is not here)')];
  return callLines(call, look);
}

function answerLines(
  call: ToolUseBlock | undefined,
  result: ToolResultBlock | undefined,
  look: Look,
): Line[] {
  if (result !== undefined) return resultLines(result, look);
  // A plan that is told without a call has no result to wait for.
  return call?.name === 'TodoWrite' ? [] : [painted('dim', '(no result)')];
}

/** The files that were changed or are to be: as the result tells it, else as the call asks for it. */
function changesOf(
  call: ToolUseBlock | undefined,
  result: ToolResultBlock | undefined,
): readonly FileChange[] {
  const asked = call === undefined ? [] : askedBy(call);
  const [only, ...others] = result?.changes ?? [];
  if (only === undefined) return asked;
  if (others.length > 0 || only.diff !== undefined) return [only, ...others];
  // Some agents tell that a file was written, but not what changed in it.
  const diff = asked[0]?.diff;
  return [diff === undefined ? only : { ...only, diff }];
}

function askedBy(call: ToolUseBlock): readonly FileChange[] {
  if (isToolUse(call, 'Edit')) {
    const { file_path: path, old_string: before, new_string: after } = call.input;
    return [{ path, kind: 'update', diff: `${marked('-', before)}${marked('+', after)}` }];
  }
  if (isToolUse(call, 'Write')) {
    const { file_path: path, content } = call.input;
    return [{ path, kind: 'add', diff: marked('+', content) }];
  }
  return call.name === 'Edit' ? askedChanges(call.input.changes) : [];
}

function askedChanges(changes: unknown): FileChange[] {
  if (!Array.isArray(changes)) return [];
  return changes.flatMap((change) => {
    if (!isJsonObject(change) || typeof change.path !== 'string') return [];
    const kind = change.kind === 'add' || change.kind === 'delete' ? change.kind : 'update';
    return [{ path: change.path, kind }];
  });
}

function marked(mark: string, text: string): string {
  if (text === '') return '';
  const lines = text.replace(/\n$/, '').split('\n');
  return lines.map((line) => `${mark}${line}\n`).join('');
}
