import {
  type FileChange,
  isJsonObject,
  isToolUse,
  type ToolResultBlock,
  type ToolUseBlock,
} from '@dragoman/protocol';
import { indented, type Line, painted, plain } from '../line.js';
import { formatDuration } from '../text/formats.js';
import { harmlessLines } from '../text/harmless-text.js';
import { callLines } from './call-lines.js';
import { changeLines } from './change-lines.js';
import { cutLines, type Look, narrowed, proseLines, withoutBlankEnds } from './look.js';
import { imageLabel } from './one-line.js';

const OUTPUT_SHOWN = { head: 8, tail: 6 };
/** Shorter durations are not shown. */
const SLOW_MS = 1000;

const MARGIN = '  ';

/** A call with its result below. Either may be missing. */
export function toolLines(
  call: ToolUseBlock | undefined,
  result: ToolResultBlock | undefined,
  look: Look,
): Line[] {
  const changes = shownChanges(call, result);
  const answer = isPlainEdit(changes, call, result) && !look.full ? withoutWords(result) : result;
  return [
    ...(changes.length > 0 ? changeLines(changes, look) : titleLines(call, look)),
    ...indented(answerLines(call, answer, narrowed(look, MARGIN.length)), MARGIN),
  ];
}

/** Whether an edit succeeded and has a diff to show: then the tool's text is only for the model. */
export function isPlainEdit(
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
  // A plan event has no call, so it has no result either.
  return call?.name === 'TodoWrite' ? [] : [painted('dim', '(no result)')];
}

/** The changed files: those of the result, else those that the call asks for. */
export function shownChanges(
  call: ToolUseBlock | undefined,
  result: ToolResultBlock | undefined,
): readonly FileChange[] {
  const asked = call === undefined ? [] : askedBy(call);
  const [only, ...others] = result?.changes ?? [];
  if (only === undefined) return asked;
  if (others.length > 0 || only.diff !== undefined) return [only, ...others];
  // Some agents report that a file was written, but not its diff.
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

/** The output of a tool, and its status unless that is plain success. */
function resultLines(result: ToolResultBlock, look: Look): Line[] {
  return [...outputLines(result, look), ...verdictLines(result, look)];
}

function outputLines({ content = '', status, exit_code }: ToolResultBlock, look: Look): Line[] {
  // The error message of a tool is prose; the output of a command is not.
  const isComplaint = (status === 'error' || status === 'denied') && exit_code === undefined;
  const textLines = (text: string): Line[] =>
    isComplaint ? proseLines(text, look) : withoutBlankEnds(harmlessLines(text)).map(plain);
  const blocks = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
  const lines = blocks.flatMap((block) =>
    block.type === 'text' ? textLines(block.text) : [plain(imageLabel(block.source, look))],
  );
  return cutLines(lines, OUTPUT_SHOWN, look);
}

function verdictLines(result: ToolResultBlock, { timings }: Look): Line[] {
  const { status, exit_code: exitCode, duration_ms: duration, truncated, preliminary } = result;
  const failure = failureWord(status, exitCode);
  const facts = [
    ...(failure === undefined && exitCode !== undefined && exitCode !== 0
      ? [`exit ${exitCode}`]
      : []),
    ...(duration !== undefined && (timings || duration >= SLOW_MS)
      ? [formatDuration(duration)]
      : []),
    ...(truncated ? ['output cut by the agent'] : []),
    ...(preliminary ? ['no end of it seen'] : []),
  ];
  if (failure === undefined) return facts.length === 0 ? [] : [painted('dim', facts.join(' · '))];
  return [
    [
      { text: `✗ ${failure}`, format: 'red' },
      { text: facts.map((fact) => ` · ${fact}`).join(''), format: 'dim' },
    ],
  ];
}

function failureWord(
  status: ToolResultBlock['status'],
  exitCode: number | undefined,
): string | undefined {
  switch (status) {
    case 'error':
      return exitCode === undefined ? 'failed' : `exit ${exitCode}`;
    case 'denied':
      return 'refused';
    case 'cancelled':
      return 'canceled';
    default:
      return undefined;
  }
}
