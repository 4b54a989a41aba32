import type { CanonicalBlock, UsageFigures } from '@dragoman/protocol';
import { isNotice, isTool, usesMore } from '../level-views.js';
import type { SessionViews } from '../session-views.js';
import type { ViewGap } from '../view-gap.js';
import { leaveOutBrokenCalls } from './broken-calls.js';

/** Calls for which the CLI asks a model on the side. */
const ASKS_A_MODEL = isCallOf('Task', 'WebSearch', 'WebFetch');
const SUMMED_UP = isNotice('compacted');
const FAILED = isNotice('error');

/** What only one view says of the tokens that were used. */
export const usageGaps: readonly ViewGap[] = [
  {
    id: 'broken-calls',
    missingIn: 'saved',
    what: 'replies with a call that was no JSON, before the model was asked again: their words and what they used',
    since: '0.54.4',
    level: leaveOutBrokenCalls,
  },
  {
    id: 'cached-tokens',
    missingIn: 'live',
    what: 'how many tokens came from a cache',
    since: '0.11.3',
    until: '0.21.3',
    level: ({ live, saved }) => ({ live, saved: { ...saved, usage: withoutCache(saved.usage) } }),
  },
  {
    id: 'usage-of-cut-off-turns',
    missingIn: 'live',
    what: 'what a turn used that was cut off',
    level: ({ live, saved }) =>
      live.blocks.some(isNotice('aborted')) && usesMore(saved, live)
        ? { live, saved: { ...saved, usage: live.usage } }
        : { live, saved },
  },
  {
    id: 'usage-of-asides',
    missingIn: 'saved',
    what: 'what sub-agents, searches of the web and summaries of the session used; live counts them in',
    level: leaveOutExcess((block) => ASKS_A_MODEL(block) || SUMMED_UP(block)),
  },
  {
    id: 'usage-of-checks',
    missingIn: 'saved',
    what: 'what it used to ask after each reply whether there is more to do',
    until: '0.11.3',
    level: leaveOutExcess(({ role, kind }) => role === 'assistant' && kind === 'text'),
  },
  {
    id: 'usage-of-lost-replies',
    missingIn: 'saved',
    what: 'what replies used that were no good, so that the turn failed',
    level: leaveOutExcess(FAILED),
  },
  {
    id: 'usage-of-silent-replies',
    missingIn: 'saved',
    what: 'what replies used that only make calls, where the next does, too, and what empty replies after calls used: the file has them as one',
    until: '0.31.0',
    level: leaveOutExcess((block, next) => isOwnCall(block) && (isWords(next) || isCall(next))),
  },
  {
    id: 'usage-of-empty-replies',
    missingIn: 'saved',
    what: 'what empty replies after calls used, before the model was asked again',
    since: '0.32.1',
    until: '0.41.2',
    level: leaveOutExcess((block, next) => isOwnCall(block) && isWords(next)),
  },
  {
    id: 'usage-of-empty-replies-again',
    missingIn: 'saved',
    what: 'what empty replies after calls used, before the model was asked again',
    since: '0.54.4',
    until: '0.56.0',
    level: leaveOutExcess((block, next) => isOwnCall(block) && isWords(next)),
  },
  {
    id: 'usage-of-wordless-replies',
    missingIn: 'saved',
    what: 'what replies used that were nothing but thoughts, or refused without a word, before the model was asked again',
    since: '0.54.4',
    level: (views) => (isThoughtMore(views) ? BEFORE_WORDS : BEFORE_FIRST_WORDS)(views),
  },
  {
    id: 'usage-of-unsaid-summaries',
    missingIn: 'saved',
    what: 'what summaries of a session of several turns used, which the file does not mention',
    until: '0.43.0',
    level: leaveOutExcess(isPrompt),
  },
];

const BEFORE_WORDS = leaveOutExcess(isWords);
const BEFORE_FIRST_WORDS = leaveOutExcess((block, next) => isPrompt(block) && isWords(next));

/** Whether all that the stream counts more of what the model gave out is thoughts. */
function isThoughtMore({ live, saved }: SessionViews): boolean {
  const [output, thoughts] = (['output_tokens', 'reasoning_tokens'] as const).map(
    (figure) => (live.usage?.[figure] ?? 0) - (saved.usage?.[figure] ?? 0),
  );
  return output !== 0 && output === thoughts;
}

/** Only where there is something to explain it, and only when the stream says more, not less. */
function leaveOutExcess(
  explains: (block: CanonicalBlock, next: CanonicalBlock | undefined) => boolean,
): ViewGap['level'] {
  return ({ live, saved }: SessionViews) =>
    usesMore(live, saved) && [live, saved].some(({ blocks }) => isExplained(blocks, explains))
      ? { live: { ...live, usage: saved.usage }, saved }
      : { live, saved };
}

function isExplained(
  blocks: readonly CanonicalBlock[],
  explains: (block: CanonicalBlock, next: CanonicalBlock | undefined) => boolean,
): boolean {
  return blocks.some((block, index) => explains(block, blocks[index + 1]));
}

function isPrompt({ role, kind }: CanonicalBlock): boolean {
  return role === 'user' && kind === 'text';
}

/** A call for which no other model is asked: what that uses has a gap of its own. */
function isOwnCall(block: CanonicalBlock): boolean {
  return isTool(block) && !ASKS_A_MODEL(block);
}

function isCall(block: CanonicalBlock | undefined): boolean {
  return block !== undefined && isTool(block);
}

function isWords(block: CanonicalBlock | undefined): boolean {
  return block?.kind === 'text' && block.role === 'assistant';
}

/** What came from a cache, counted as input like the rest. */
function withoutCache(usage: UsageFigures | undefined): UsageFigures | undefined {
  if (usage === undefined) return undefined;
  const { cached_input_tokens: _unsaid, ...rest } = usage;
  return rest;
}

/** A call of one of these tools. */
function isCallOf(...names: readonly string[]): (block: CanonicalBlock) => boolean {
  return (block) => isTool(block) && names.includes(block.name);
}
