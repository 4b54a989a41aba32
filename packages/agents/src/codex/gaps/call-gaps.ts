import {
  isTool,
  leaveOut,
  leaveOutUnmatched,
  type ToolBlock,
} from '../../interpret/level-views.js';
import type { SessionViews, ViewGap } from '../../interpret/view-gap.js';
import { isFailure, isUnanswered } from './block-kinds.js';

/** How Codex turns down a call that it doesn't carry out. */
const REFUSALS = [
  'apply_patch verification failed',
  'unsupported call',
  'unsupported custom tool call',
  'failed to parse function arguments',
  'patch rejected',
  'exec_command failed',
  'Failed to create unified exec process',
];

/** Calls that only one view has. */
export const callGaps: readonly ViewGap[] = [
  {
    id: 'scripts',
    missingIn: 'live',
    what: 'scripts of the newest models (`exec`) that call no tool; of others, both views tell the calls',
    since: '0.150.0',
    level: leaveOut('saved', (block) => isTool(block) && block.name === 'exec'),
  },
  {
    id: 'refused-calls',
    missingIn: 'live',
    what: 'calls that Codex turns down: patches that do not fit or are not allowed, unknown tools, bad arguments, commands that cannot be started',
    level: leaveOutUnmatched('saved', isRefused),
  },
  {
    id: 'blocked-commands',
    missingIn: 'live',
    what: 'commands that fail because the sandbox blocks them; from 0.150 on, only those of scripts',
    since: '0.98.0',
    level: leaveOutUnmatched('saved', ({ name, result }) => name === 'Bash' && isFailure(result)),
  },
  {
    id: 'viewed-images',
    missingIn: 'live',
    what: 'images that the model looks at (`view_image`)',
    level: leaveOutUnmatched('saved', ({ name }) => name === 'Read'),
  },
  {
    id: 'write-stdin',
    missingIn: 'live',
    what: 'input to a running command (`write_stdin`); what it brings belongs to the command',
    since: '0.72.0',
    level: leaveOutUnmatched('saved', ({ name }) => name === 'write_stdin'),
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
    until: '0.58.0',
    level: leaveOutUnmatched('live', isUnanswered),
  },
];

function isRefused({ name, result }: ToolBlock): boolean {
  if (!isFailure(result)) return false;
  return name === 'Edit' || REFUSALS.some((words) => result.text.startsWith(words));
}

/** Only when a call was left open in what the file doesn't have any more. */
function cutToSaved({ live, saved }: SessionViews): SessionViews {
  const kept = live.blocks.slice(0, saved.blocks.length);
  const rest = live.blocks.slice(saved.blocks.length);
  return rest.some(isUnanswered) ? { live: { ...live, blocks: kept }, saved } : { live, saved };
}
