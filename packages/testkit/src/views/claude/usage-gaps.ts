import { subtractUsage } from '@dragoman/agents/internal';
import { isNotice, isUnanswered, tokensOf, usesMore } from '../level-views.js';
import type { SessionView, SessionViews, TurnView } from '../session-views.js';
import type { ViewGap } from '../view-gap.js';
import { isEmptyReply, isLimit } from './block-kinds.js';
import { withdrawnWords } from './speech-gaps.js';

/** What only one view says of what was used. */
export const usageGaps: readonly ViewGap[] = [
  {
    id: 'cost',
    missingIn: 'saved',
    what: 'what a turn cost',
    until: '2.1.276',
    level: ({ live, saved }) => ({ live: withoutCost(live), saved }),
  },
  {
    id: 'usage-of-sub-agents',
    missingIn: 'live',
    what: 'what sub-agents used for their answers',
    until: '1.0.112',
    level: forgetSubAgents,
  },
  {
    id: 'usage-of-broken-replies-of-sub-agents',
    missingIn: 'live',
    what: 'what sub-agents used for answers that broke off behind a call, and up to 2.1.76 for those that came in one piece after them; from 2.0.30 to 2.0.32 for all answers',
    since: '1.0.113',
    until: '2.1.178',
    level: forgetSubAgents,
  },
  {
    id: 'usage-beside-the-conversation',
    missingIn: 'saved',
    what: 'what was used for the summary of a conversation, and for what the CLI asks on the side',
    until: '2.1.276',
    level: forgetBeside,
  },
  {
    id: 'cost-of-cut-off-turns',
    missingIn: 'live',
    what: 'what a turn cost that was cut off before its result',
    since: '2.1.277',
    level: forgetCostOfCutOff,
  },
  {
    id: 'output-tokens',
    missingIn: 'saved',
    what: 'how many tokens the model wrote; the file has what was known when it began',
    since: '2.1.8',
    until: '2.1.58',
    level: forgetOutput,
  },
  {
    id: 'usage-of-cut-off-turns',
    missingIn: 'live',
    what: 'what a turn used that was cut off in mid-call, without partial messages; from 2.1.327 on, with them, what its sub-agents used',
    since: '2.1.8',
    level: forgetUsageOfCutOff,
  },
  {
    id: 'reasoning-of-cut-off-turns',
    missingIn: 'live',
    what: 'how much of the output of a turn that was cut off in mid-call went into reasoning',
    since: '2.1.228',
    level: forgetReasoningOfCutOff,
  },
  {
    id: 'usage-of-empty-replies',
    missingIn: 'saved',
    what: 'what a reply used that said nothing',
    until: '2.1.276',
    level: forgetUsageWhere(
      (views) => views.live.blocks.some(isEmptyReply) || endsInSilence(views),
    ),
  },
  {
    id: 'usage-of-broken-replies',
    missingIn: 'saved',
    what: 'what a reply used that broke off, that was stopped, or that the CLI took out of its file',
    level: forgetUsageOfBroken,
  },
];

/** What is left when nothing was used but by what the CLI does on the side is nothing. */
function withoutCost(view: SessionView): SessionView {
  if (view.usage === undefined) return view;
  const { cost_usd: _cost, ...usage } = view.usage;
  return { ...view, usage: tokensOf(usage) === 0 ? undefined : usage };
}

/** Only when the file says more. */
function forgetSubAgents({ live, saved }: SessionViews): SessionViews {
  if (saved.beside === undefined || !usesMore(saved, live)) return { live, saved };
  return { live: withoutBeside(live), saved: withoutBeside(saved) };
}

/** Only when the stream says more. It doesn't say how much of that its sub-agents used. */
function forgetBeside({ live, saved }: SessionViews): SessionViews {
  if (live.beside === undefined || !usesMore(live, saved)) return { live, saved };
  const own = { live: withoutBeside(live), saved: withoutBeside(saved) };
  const isEarly = usesMore(own.saved, own.live) && (live.turns ?? []).some(isCountedEarly);
  return isEarly ? { ...own, live: { ...own.live, usage: own.saved.usage } } : own;
}

/** Where the results of two turns come together, what the second used is beside the messages of the first. */
function isCountedEarly({ end, usage }: TurnView): boolean {
  return end !== undefined && tokensOf(usage) === 0;
}

function withoutBeside({ beside, ...view }: SessionView): SessionView {
  if (view.usage === undefined || beside === undefined) return view;
  const usage = subtractUsage(view.usage, beside);
  return { ...view, usage: tokensOf(usage) === 0 ? undefined : usage };
}

/**
 * Only where a turn has no result, and only when the file says more. One that is interrupted may say
 * so and end before its result.
 */
function forgetCostOfCutOff({ live, saved }: SessionViews): SessionViews {
  const isCut = live.turns?.some(hasNoResult) ?? false;
  const cost = live.usage?.cost_usd;
  if (!isCut || saved.usage === undefined || (cost ?? 0) >= (saved.usage.cost_usd ?? 0)) {
    return { live, saved };
  }
  const { cost_usd: _cost, ...tokens } = saved.usage;
  const usage = { ...tokens, ...(cost !== undefined && { cost_usd: cost }) };
  return { live, saved: { ...saved, usage } };
}

function hasNoResult({ end, usage }: TurnView): boolean {
  return end === undefined || (end === 'aborted' && usage?.cost_usd === undefined);
}

/** Only as far as the file says less. */
function forgetOutput({ live, saved }: SessionViews): SessionViews {
  if (live.usage === undefined || saved.usage === undefined) return { live, saved };
  const { output_tokens } = live.usage;
  const total_tokens = saved.usage.input_tokens + output_tokens;
  const isLess = saved.usage.output_tokens < output_tokens;
  const usage = { ...saved.usage, output_tokens, total_tokens };
  return isLess ? { live, saved: { ...saved, usage } } : { live, saved };
}

/** Only where a call was cut off, or a turn with sub-agents, and only when the file says more. */
function forgetUsageOfCutOff({ live, saved }: SessionViews): SessionViews {
  const hasCutTask = saved.beside !== undefined && (live.turns ?? []).some(hasNoResult);
  const isCut = isCutOff(live) || isStopped(live) || hasCutTask;
  return isCut && usesMore(saved, live)
    ? { live, saved: { ...saved, usage: live.usage } }
    : { live, saved };
}

/** Pieces don't say it. */
function forgetReasoningOfCutOff({ live, saved }: SessionViews): SessionViews {
  const isCut = isCutOff(live) || isStopped(live);
  return isCut && live.usage?.reasoning_tokens === undefined
    ? { live, saved: withoutReasoning(saved) }
    : { live, saved };
}

/** A call has no result, and not because a limit ended the turn: then what it used is known. */
function isCutOff({ blocks }: SessionView): boolean {
  let isOpen = false;
  for (const block of blocks) {
    if (isOpen && !isUnanswered(block) && !isLimit(block)) return true;
    isOpen = isUnanswered(block);
  }
  return isOpen;
}

function withoutReasoning(view: SessionView): SessionView {
  if (view.usage === undefined) return view;
  const { reasoning_tokens: _reasoning, ...usage } = view.usage;
  return { ...view, usage };
}

/** The last thing is a call that failed: it was stopped together with the CLI. */
function isStopped({ blocks }: SessionView): boolean {
  const last = blocks.at(-1);
  return last?.kind === 'tool' && last.result !== undefined && last.result.status !== 'success';
}

/** After the last call there was one reply, which said nothing: it used no more than the rest of its turn. */
function endsInSilence({ live, saved }: SessionViews): boolean {
  const last = live.blocks.at(-1);
  const isAnswered = last?.kind === 'tool' && last.result?.status === 'success';
  const turn = saved.turns?.at(-1)?.usage ?? saved.usage;
  return isAnswered && tokensOf(live.usage) - tokensOf(saved.usage) <= tokensOf(turn);
}

/** Only where there was such a reply, and only when the live view says more. */
function forgetUsageWhere(hasReply: (views: SessionViews) => boolean): ViewGap['level'] {
  return (views) => {
    const { live, saved } = views;
    return hasReply(views) && usesMore(live, saved)
      ? { live: { ...live, usage: saved.usage }, saved }
      : views;
  };
}

/** Where both views know what it all cost and agree on it, they speak of the same replies. */
function forgetUsageOfBroken(views: SessionViews): SessionViews {
  const cost = views.live.usage?.cost_usd;
  const isSameCost = cost !== undefined && cost === views.saved.usage?.cost_usd;
  const isBroken =
    views.live.blocks.some(isNotice('error', 'interrupted')) ||
    (views.live.turns ?? []).some(({ end }) => end === undefined);
  // Of a reply that broke off at its beginning there is nothing to take back.
  const { takenBack = 0, retries = 0 } = views.live;
  const isTriedAgain = takenBack + retries > 0;
  const isWithdrawn = withdrawnWords(views).size > 0;
  const isUnspoken = hasUnspokenReply(views);
  return forgetUsageWhere(
    () => isSameCost || isBroken || isTriedAgain || isWithdrawn || isUnspoken,
  )(views);
}

/** What a model says in its first record that it has written: it has not begun. */
const FIRST_TOKENS = 10;

/** Live there was a reply that read its input and wrote nothing: it broke off before its first piece. */
function hasUnspokenReply({ live, saved }: SessionViews): boolean {
  if (live.usage === undefined || saved.usage === undefined) return false;
  const input = live.usage.input_tokens - saved.usage.input_tokens;
  const output = live.usage.output_tokens - saved.usage.output_tokens;
  return input > 0 && output >= 0 && output <= FIRST_TOKENS;
}
