import { cutMark } from '@dragoman/agents/internal';
import type { CanonicalResult } from '@dragoman/protocol';
import {
  isTool,
  keyOf,
  leaveOutUnmatched,
  rewriteResults,
  type ToolBlock,
} from '../level-views.js';
import type { SessionViews } from '../session-views.js';
import type { ViewGap } from '../view-gap.js';

const EVERY_MARK = new RegExp(cutMark, 'm');

/** So many characters are equal for no other reason. */
const SURE = 100;

/** What only one view says of commands that go on while the model does something else. */
export const backgroundGaps: readonly ViewGap[] = [
  {
    id: 'early-output',
    missingIn: 'live',
    what: 'what a command wrote in its first moments (150 ms), when it went on after that',
    since: '0.66.0',
    until: '0.148.0-alpha.8',
    level: rewriteResults('saved', withoutEarly),
  },
  {
    id: 'write-stdin',
    missingIn: 'live',
    what: 'input to a running command (`write_stdin`); what it brings belongs to the command',
    since: '0.66.0',
    level: leaveOutUnmatched('saved', ({ name }) => name === 'write_stdin'),
  },
  {
    id: 'unified-commands',
    missingIn: 'live',
    what: 'commands of the tool `exec_command`, which was not offered by default, and input to them',
    since: '0.25.0',
    until: '0.44.0',
    level: leaveOutUnified,
  },
];

function leaveOutUnified(views: SessionViews): SessionViews {
  const calls = (views.saved.unifiedCommands ?? []).filter(isTool);
  const unified = new Set(calls.map(keyOf));
  const isUnified = (call: ToolBlock) => call.name === 'write_stdin' || unified.has(keyOf(call));
  return leaveOutUnmatched('saved', isUnified)(views);
}

/**
 * Only what live lacks at the start: that ends where a command paused, even in a line. Of long output the file lacks the middle, so that only
 * the end can be compared.
 */
function withoutEarly(
  saved: CanonicalResult | undefined,
  live: CanonicalResult | undefined,
  { name }: ToolBlock,
): CanonicalResult | undefined {
  if (name !== 'Bash' || saved === undefined || live === undefined) return saved;
  const { truncated, ...whole } = saved;
  if (truncated !== true) {
    return saved.text.endsWith(live.text) ? { ...whole, text: live.text } : saved;
  }
  const isWhole = live.truncated === true || live.text.startsWith(saved.text.slice(0, SURE));
  const end = saved.text.split(EVERY_MARK).at(-1) ?? '';
  return !isWhole && end.length >= SURE && live.text.endsWith(end)
    ? { ...whole, text: live.text }
    : saved;
}
