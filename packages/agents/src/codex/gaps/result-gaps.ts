import { type CanonicalResult, parseJson } from '@dragoman/protocol';
import { rewriteResults, type ToolBlock } from '../../interpret/level-views.js';
import type { ViewGap } from '../../interpret/view-gap.js';
import { isFailure } from './block-kinds.js';
import { cutLike } from './cut-like.js';

/** What Codex wrote up to 0.44 of a command that it could not run. */
const EXECUTION_ERRORS = ['execution error', 'failed in sandbox'];

/** What only one view says of what calls gave back. */
export const resultGaps: readonly ViewGap[] = [
  {
    id: 'late-ends',
    missingIn: 'live',
    what: 'what became of a command that was running when its turn ended or was aborted',
    level: rewriteResults('saved', (own, other) =>
      other === undefined && isFailure(own) ? undefined : own,
    ),
  },
  {
    id: 'lost-completions',
    missingIn: 'live',
    what: 'the end of some commands, most of all of those that run at once',
    since: '0.121.0',
    until: '0.135.0',
    level: rewriteResults('saved', (own, other) => (other === undefined ? undefined : own)),
  },
  {
    id: 'failed-patches',
    missingIn: 'live',
    what: 'why a patch could not be applied',
    since: '0.44.0',
    level: rewriteResults('saved', (own, other, { name }) =>
      name === 'Edit' && isFailure(own) && other?.text === '' ? { ...own, text: '' } : own,
    ),
  },
  {
    id: 'execution-errors',
    missingIn: 'live',
    what: 'the words for a command that could not be run; live has others',
    until: '0.44.0',
    level: rewriteResults('saved', (own, other) =>
      isFailure(own) && isFailure(other) && isExecutionError(own) ? other : own,
    ),
  },
  {
    id: 'stdout-of-failed-commands',
    missingIn: 'saved',
    what: 'what a command that fails writes to stdout',
    until: '0.20.0',
    level: rewriteResults('live', (own, other) =>
      own?.status === 'error' && other?.status === 'error' && own.text.endsWith(other.text)
        ? { ...own, text: other.text }
        : own,
    ),
  },
  {
    id: 'mcp-failures',
    missingIn: 'saved',
    what: 'that an MCP tool called its own answer an error',
    until: '0.121.0',
    level: rewriteResults('live', (own, other, call) =>
      isMcp(call) && own !== undefined && other?.status === 'success'
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
      isMcp(call) && own !== undefined && other !== undefined && isJsonText(own.text)
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
  {
    id: 'early-output',
    missingIn: 'live',
    what: 'what a command wrote before its first call returned, when it went on after that',
    since: '0.72.0',
    until: '0.135.0',
    level: rewriteResults('saved', (own, other) =>
      own !== undefined && other !== undefined && other.text !== '' && own.text.endsWith(other.text)
        ? { ...own, text: other.text }
        : own,
    ),
  },
];

function isExecutionError({ text }: CanonicalResult): boolean {
  return EXECUTION_ERRORS.some((words) => text.startsWith(words));
}

function isJsonText(text: string): boolean {
  return parseJson(text).ok;
}

function isMcp({ name }: ToolBlock): boolean {
  return name.startsWith('mcp__');
}
