import { type CanonicalResult, parseJson } from '@dragoman/protocol';
import {
  isFailure,
  isTool,
  isUnanswered,
  keyOf,
  rewriteResults,
  type ToolBlock,
} from '../level-views.js';
import type { SessionViews } from '../session-views.js';
import type { ViewGap } from '../view-gap.js';
import { cutLike } from './cut-like.js';
import { isLeftOpen } from './open-turns.js';

/** What the file says of a command that could not be started, or that something killed or forbade. */
const EXECUTION_ERROR =
  /^(?:failed in sandbox:(?: |$)|(?:failed in sandbox \w+ with )?execution error: )/;
/** What live says for the exit code of such a command, and of one that failed in the sandbox. */
const NO_EXIT_CODE = -1;
/**
 * What the file says of a command that Codex ended together with itself, where its end was noticed
 * before Codex gave it up. Which comes first is a matter of load (0.166.0).
 */
const SIGKILL_EXIT_CODE = 137;
/** The only failure that Codex doesn't take for a denial, up to 0.44. */
const NOT_FOUND = 127;

/** What only one view says of what calls gave back. */
export const resultGaps: readonly ViewGap[] = [
  {
    id: 'late-ends',
    missingIn: 'live',
    what: 'what became of a command that was running when its turn ended or was aborted',
    level: rewriteResults('saved', (own, other) =>
      other === undefined && (own?.status === 'cancelled' || own?.exitCode === SIGKILL_EXIT_CODE)
        ? undefined
        : own,
    ),
  },
  {
    id: 'results-behind-open-calls',
    missingIn: 'saved',
    what: 'the result of a call whose turn was killed while one before it in the same reply was running',
    since: '0.93.0',
    until: '0.143.0',
    level: leaveOutBehindOpen,
  },
  {
    id: 'lost-completions',
    missingIn: 'live',
    what: 'the end of some commands: it is printed a moment after the call returns, if the turn still goes on',
    since: '0.117.0',
    until: '0.145.0',
    level: rewriteResults('saved', (own, other, { name }) =>
      other === undefined && name === 'Bash' && own?.exitCode !== undefined ? undefined : own,
    ),
  },
  {
    id: 'failed-patches',
    missingIn: 'live',
    what: 'why a patch could not be applied',
    since: '0.44.0',
    level: rewriteResults('saved', (own, other, { name }) =>
      name === 'Edit' && isFailure(own) && isFailure(other) && other.text === ''
        ? { ...own, text: '' }
        : own,
    ),
  },
  {
    id: 'exit-codes-of-execution-errors',
    missingIn: 'saved',
    what: 'an exit code for a command that could not be run or was killed: live says -1',
    until: '0.95.0',
    level: rewriteResults('live', (own, other) =>
      own?.exitCode === NO_EXIT_CODE && isExecutionError(other) ? withoutExitCode(own) : own,
    ),
  },
  {
    id: 'execution-errors',
    missingIn: 'live',
    what: 'the words for a command that could not be run; live has others',
    until: '0.44.0',
    level: rewriteResults('saved', (own, other) =>
      isExecutionError(own) && isFailure(other) ? { ...own, text: other.text } : own,
    ),
  },
  {
    id: 'exit-codes-of-denials',
    missingIn: 'live',
    what: 'the exit code of a command that fails in the sandbox, whatever the reason: live says -1',
    until: '0.44.0',
    level: rewriteResults('saved', (own, other, { name }) =>
      name === 'Bash' && isDenial(own, other) ? { ...own, exitCode: NO_EXIT_CODE } : own,
    ),
  },
  {
    id: 'stdout-of-denials',
    missingIn: 'live',
    what: 'what a command that fails in the sandbox writes to stdout',
    until: '0.44.0',
    level: rewriteResults('saved', (own, other, { name }) =>
      name === 'Bash' && isDenial(own, other) && hasLines(own.text, other?.text ?? '')
        ? { ...own, text: other?.text ?? '' }
        : own,
    ),
  },
  {
    id: 'stdout-of-failed-commands',
    missingIn: 'saved',
    what: 'what a command that fails writes to stdout',
    until: '0.23.0',
    level: rewriteResults('live', (own, other, { name }) =>
      name === 'Bash' && isFailure(own) && isFailure(other) && own.text.endsWith(other.text)
        ? { ...own, text: other.text }
        : own,
    ),
  },
  {
    id: 'stderr-of-commands',
    missingIn: 'saved',
    what: 'what a command that succeeds writes to stderr',
    until: '0.23.0',
    level: rewriteResults('live', (own, other, { name }) =>
      name === 'Bash' && isSuccess(own) && isSuccess(other) && own.text.startsWith(other.text)
        ? { ...own, text: other.text }
        : own,
    ),
  },
  {
    id: 'mcp-failures',
    missingIn: 'saved',
    what: 'that an MCP tool called its own answer an error',
    until: '0.128.0',
    level: rewriteResults('live', (own, other, call) =>
      isMcp(call) && own?.status === 'error' && other?.status === 'success' && isSame(own, other)
        ? { ...own, status: 'success' }
        : own,
    ),
  },
  {
    id: 'structured-content',
    missingIn: 'saved',
    what: 'the structured content of what an MCP tool gave back',
    until: '0.20.0',
    level: rewriteResults('live', (own, other, call) =>
      isMcp(call) && own && other && isJsonText(own.text) && !isJsonText(other.text)
        ? { ...own, text: other.text }
        : own,
    ),
  },
  {
    id: 'long-output',
    missingIn: 'saved',
    what: 'the middle of long output',
    level: rewriteResults('live', cutLike),
  },
];

/** Only of calls of which the file has no result, behind an open call and no word. */
function leaveOutBehindOpen(views: SessionViews): SessionViews {
  if (!views.live.turns?.some(isLeftOpen)) return views;
  const behind = new Set<string>();
  let isBehind = false;
  for (const block of views.saved.blocks) {
    if (isBehind && isTool(block) && isUnanswered(block)) behind.add(keyOf(block));
    isBehind = isTool(block) && (isBehind || isUnanswered(block));
  }
  return rewriteResults('live', (own, other, call) =>
    other === undefined && behind.has(keyOf(call)) ? undefined : own,
  )(views);
}

function isSuccess(result: CanonicalResult | undefined): result is CanonicalResult {
  return result?.status === 'success';
}

function isExecutionError(result: CanonicalResult | undefined): result is CanonicalResult {
  return isFailure(result) && result.exitCode === undefined && EXECUTION_ERROR.test(result.text);
}

/** A failure in the sandbox, which Codex takes for a denial by it. The file has its exit code. */
function isDenial(
  saved: CanonicalResult | undefined,
  live: CanonicalResult | undefined,
): saved is CanonicalResult {
  if (!isFailure(saved) || saved.exitCode === undefined || saved.exitCode === NOT_FOUND)
    return false;
  return live?.exitCode === NO_EXIT_CODE;
}

/** Whether a text has the lines of another, in their order, and maybe others between them. */
function hasLines(text: string, other: string): boolean {
  const lines = other === '' ? [] : other.split('\n');
  let found = 0;
  for (const line of text.split('\n')) if (line === lines[found]) found += 1;
  return found === lines.length;
}

function withoutExitCode({ exitCode: _, ...result }: CanonicalResult): CanonicalResult {
  return result;
}

function isSame(left: CanonicalResult, right: CanonicalResult): boolean {
  return left.text === right.text;
}

function isJsonText(text: string): boolean {
  return parseJson(text).ok;
}

function isMcp({ name }: ToolBlock): boolean {
  return name.startsWith('mcp__');
}
