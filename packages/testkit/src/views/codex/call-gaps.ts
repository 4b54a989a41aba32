import {
  isFailure,
  isTool,
  isUnanswered,
  leaveOut,
  leaveOutUnmatched,
  type ToolBlock,
} from '../level-views.js';
import type { SessionViews } from '../session-views.js';
import type { ViewGap } from '../view-gap.js';
import { isLeftOpen } from './open-turns.js';

/** How Codex turns down a call that it doesn't carry out. */
const REFUSALS = [
  'apply_patch verification failed: ',
  'unsupported call: ',
  'failed to parse function arguments: ',
  'patch rejected: ',
  // A patch that could not be read, or of a file that could not, up to 0.44.
  'error: ParseError(',
  'error: IoError(',
  'error: Failed to read ',
];

/** By what a command prints when the sandbox doesn't let it do something. */
const DENIALS = ['read-only file system', 'permission denied', 'operation not permitted'];

/** Calls that only one view has. */
export const callGaps: readonly ViewGap[] = [
  {
    id: 'scripts',
    missingIn: 'live',
    what: 'scripts of the newest models (`exec`) that call no tool; of others, both views have the calls',
    since: '0.144.0',
    level: leaveOut('saved', (block) => isTool(block) && block.name === 'exec'),
  },
  {
    id: 'refused-calls',
    missingIn: 'live',
    what: 'calls that Codex turns down: patches that do not fit or are not allowed, unknown tools, bad arguments',
    level: leaveOutUnmatched('saved', isRefused),
  },
  {
    id: 'blocked-commands',
    missingIn: 'live',
    what: 'commands that fail because the sandbox blocks them; from 0.150 on, only those of scripts',
    since: '0.98.0',
    level: leaveOutUnmatched('saved', isBlocked),
  },
  {
    id: 'viewed-images',
    missingIn: 'live',
    what: 'images that the model looks at (`view_image`)',
    level: leaveOutUnmatched('saved', ({ name }) => name === 'Read'),
  },
  {
    id: 'web-searches',
    missingIn: 'saved',
    what: 'web searches',
    until: '0.58.0',
    level: leaveOut('live', (block) => isTool(block) && block.name === 'WebSearch'),
  },
  {
    id: 'replies-under-way',
    missingIn: 'saved',
    what: 'the whole reply whose command was running when Codex was killed',
    until: '0.29.0',
    level: cutToSaved,
  },
  {
    id: 'open-calls',
    missingIn: 'saved',
    what: 'the command that was running when Codex was killed',
    until: '0.65.0',
    level: (views) =>
      views.live.turns?.some(isLeftOpen) ? leaveOutUnmatched('live', isOpenCommand)(views) : views,
  },
];

function isRefused({ result }: ToolBlock): boolean {
  return isFailure(result) && REFUSALS.some((words) => result.text.startsWith(words));
}

function isBlocked({ name, result }: ToolBlock): boolean {
  if (name !== 'Bash' || !isFailure(result) || result.exitCode === undefined) return false;
  const text = result.text.toLowerCase();
  return DENIALS.some((words) => text.includes(words));
}

function isOpenCommand(call: ToolBlock): boolean {
  return call.name === 'Bash' && isUnanswered(call);
}

/** Only when what the file lacks is one reply, and a command that it left open is the last of it. */
function cutToSaved({ live, saved }: SessionViews): SessionViews {
  const rest = live.blocks.slice(saved.blocks.length);
  const last = rest.at(-1);
  const isReply = rest.every(
    (block) => block.role === 'assistant' && (!isTool(block) || isUnanswered(block)),
  );
  if (last === undefined || !isTool(last) || !isOpenCommand(last) || !isReply) {
    return { live, saved };
  }
  return { live: { ...live, blocks: live.blocks.slice(0, saved.blocks.length) }, saved };
}
