import type { CanonicalBlock } from '@dragoman/protocol';
import {
  isFailure,
  isTool,
  isUnanswered,
  isUnfinished,
  keyOf,
  leaveOut,
  leaveOutUnmatched,
  type ToolBlock,
  without,
} from '../level-views.js';
import type { SessionView, SessionViews } from '../session-views.js';
import type { ViewGap } from '../view-gap.js';
import { isCutShort, isLeftOpen } from './open-turns.js';

/** How Codex turns down a call that it doesn't carry out. */
const REFUSALS = [
  'apply_patch verification failed: ',
  'unsupported call: ',
  'failed to parse function arguments: ',
  // Half of a surrogate pair among the arguments of a script.
  'failed to serialize JavaScript value: ',
  // A tool that there is not, called by a script.
  'TypeError: tools.',
  'patch rejected: ',
  // A patch that could not be read, or of a file that could not, up to 0.44.
  'error: ParseError(',
  'error: IoError(',
  'error: Failed to read ',
  'error: Failed to find expected lines ',
  'error: ComputeReplacements(',
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
    since: '0.96.0',
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
    what: 'the command that was running when Codex was killed, and those of the same reply before it',
    until: '0.65.0',
    level: (views) => (views.live.turns?.some(isLeftOpen) ? leaveOutOpen(views) : views),
  },
  {
    id: 'calls-not-begun',
    missingIn: 'live',
    what: 'calls whose turn to run had not come when Codex was killed or interrupted',
    since: '0.74.0',
    level: (views) =>
      views.live.turns?.some(isCutShort) ? leaveOutUnmatched('saved', isUnfinished)(views) : views,
  },
  {
    id: 'calls-of-broken-replies',
    missingIn: 'saved',
    what: 'what became of a call whose reply broke off and came again; up to 0.65, the call itself',
    until: '0.120.0',
    level: leaveOutBroken,
  },
];

/** Only a call that the model makes again as its next one, and that the file has no result of. */
function leaveOutBroken({ live, saved }: SessionViews): SessionViews {
  const again = { live: madeAgain(live), saved: madeAgain(saved) };
  const answered = without(saved, (block) => isUnanswered(block) && again.saved.has(block));
  const known = new Map<string, number>();
  for (const call of answered.blocks.filter(isTool)) count(known, call, 1);
  for (const call of live.blocks.filter(isTool)) count(known, call, -1);
  const isSurplus = (call: ToolBlock) => {
    if ((known.get(keyOf(call)) ?? 0) >= 0 || !again.live.has(call)) return false;
    count(known, call, 1);
    return true;
  };
  return { live: without(live, (block) => isTool(block) && isSurplus(block)), saved: answered };
}

function count(calls: Map<string, number>, call: ToolBlock, change: number): void {
  calls.set(keyOf(call), (calls.get(keyOf(call)) ?? 0) + change);
}

/** The calls that are followed by the same call, with at most words in between. */
function madeAgain({ blocks }: SessionView): ReadonlySet<CanonicalBlock> {
  const calls = blocks.filter(isTool);
  return new Set(
    calls.filter((call, index) => {
      const next = calls[index + 1];
      return next !== undefined && keyOf(next) === keyOf(call);
    }),
  );
}

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

/**
 * Open commands, and the calls that stand right before one. The same command may be open in several
 * turns, of which the file has some: they are told apart by how much was said before.
 */
function leaveOutOpen({ live, saved }: SessionViews): SessionViews {
  const known = new Map<string, number>();
  for (const [, key] of callsWithPosition(saved)) known.set(key, (known.get(key) ?? 0) + 1);
  const left = new Set<CanonicalBlock>();
  for (const [call, key] of callsWithPosition(live)) {
    const count = known.get(key) ?? 0;
    known.set(key, count - 1);
    if (count <= 0) left.add(call);
  }
  const surplus = openAndBefore(live);
  return { live: without(live, (block) => left.has(block) && surplus.has(block)), saved };
}

/** Each call, with what it is and how many words and thoughts come before it. */
function callsWithPosition({ blocks }: SessionView): readonly (readonly [ToolBlock, string])[] {
  let said = 0;
  return blocks.flatMap((block) => {
    if (isTool(block)) return [[block, `${said} ${keyOf(block)}`] as const];
    if (block.role === 'assistant') said += 1;
    return [];
  });
}

/** The open commands, and the calls right before them. */
function openAndBefore({ blocks }: SessionView): ReadonlySet<CanonicalBlock> {
  const found = new Set<CanonicalBlock>();
  let after: CanonicalBlock | undefined;
  for (const block of blocks.toReversed()) {
    const isBefore = after !== undefined && found.has(after);
    if (isTool(block) && (isBefore || isOpenCommand(block))) found.add(block);
    after = block;
  }
  return found;
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
