import type { CanonicalResult } from '@dragoman/protocol';
import { rewriteResults, type ToolBlock } from '../level-views.js';
import type { ViewGap } from '../view-gap.js';

const IMAGE = '[image ';

/** What only one view says of what calls gave back. */
export const resultGaps: readonly ViewGap[] = [
  {
    id: 'outputs-of-commands',
    missingIn: 'live',
    what: 'what commands print, and that they fail',
    since: '0.38.0',
    until: '0.43.0',
    level: rewriteResults('saved', (own, other, { name }) =>
      name === 'Bash' && isSuccess(other) && other.text === '' ? other : own,
    ),
  },
  {
    id: 'exit-codes',
    missingIn: 'live',
    what: 'the exit codes of commands, and so that one failed, unless it printed nothing',
    level: rewriteResults('saved', (own, other, { name }) =>
      name === 'Bash' && isSuccess(other) && isSameButForItsEnd(own, other) ? other : own,
    ),
  },
  {
    id: 'outputs',
    missingIn: 'live',
    what: 'what tools other than commands and those of MCP servers gave back: live has a line about it, or nothing',
    level: rewriteResults('saved', (own, other, call) =>
      isShownInShort(call) && isSuccess(own) && isSuccess(other) && own.text !== '' && !isImage(own)
        ? { ...other }
        : own,
    ),
  },
  {
    id: 'failed-sub-agents',
    missingIn: 'live',
    what: 'that a sub-agent did not reach its goal',
    since: '0.36.0',
    level: rewriteResults('saved', (own, other, { name }) =>
      name === 'Task' && own?.status === 'error' && isSuccess(other) ? other : own,
    ),
  },
  {
    id: 'images-of-tools',
    missingIn: 'live',
    what: 'images that tools gave back',
    level: rewriteResults('saved', (own, other) =>
      isImage(own) && isSuccess(other) ? other : own,
    ),
  },
];

/** A command that succeeded, or that failed and has printed something, with the same output. */
function isSameButForItsEnd(own: CanonicalResult | undefined, other: CanonicalResult): boolean {
  return own?.text === other.text && (own.status === 'success' || own.text !== '');
}

function isShownInShort(call: ToolBlock): boolean {
  return call.name !== 'Bash' && !isMcp(call);
}

function isSuccess(result: CanonicalResult | undefined): result is CanonicalResult {
  return result?.status === 'success';
}

function isImage(result: CanonicalResult | undefined): boolean {
  return result?.text.includes(IMAGE) === true;
}

function isMcp({ name }: ToolBlock): boolean {
  return name.startsWith('mcp__');
}
