import type { LoadedSession } from '@dragoman/agents';
import { type MessageUsage, promptTokens } from '@dragoman/protocol';
import type { Line } from '../../terminal/conversation/line.js';
import { formatAmount, formatCost } from '../../terminal/text/format-amount.js';
import { harmlessLine } from '../../terminal/text/harmless-text.js';

const OUTCOMES: Readonly<Record<string, string>> = {
  failed: 'The last turn failed.',
  canceled: 'The last turn was stopped.',
};

/** What a session amounts to, and what a reader should know of its file. */
export function sessionFooter(session: LoadedSession, usage: MessageUsage | undefined): Line[] {
  const { outcome, notes, unanswered, subAgentUsage } = session;
  const facts = [
    ...(usage === undefined ? [] : [tokensText(usage)]),
    ...(subAgentUsage === undefined ? [] : [`sub-agents ${tokensText(subAgentUsage)}`]),
    ...(usage === undefined ? [] : costText(usage)),
    ...(unanswered.length === 0 ? [] : [`${unanswered.length} without a result`]),
  ];
  const ending = OUTCOMES[outcome?.status ?? ''];
  return [
    ...(facts.length === 0 ? [] : [[{ text: facts.join(' · '), format: 'dim' as const }]]),
    ...(ending === undefined ? [] : [[{ text: ending, format: 'red' as const }]]),
    ...notes.map((note): Line => [{ text: `! ${harmlessLine(note)}`, format: 'yellow' }]),
  ];
}

/** `2k tokens in (1.2k cached), 100 out (20 thinking)` */
function tokensText(usage: MessageUsage): string {
  const { cacheReadTokens, outputTokens, reasoningTokens } = usage;
  const cached = cacheReadTokens ? ` (${formatAmount(cacheReadTokens)} cached)` : '';
  const thinking = reasoningTokens ? ` (${formatAmount(reasoningTokens)} thinking)` : '';
  return `${formatAmount(promptTokens(usage))} tokens in${cached}, ${formatAmount(outputTokens)} out${thinking}`;
}

/** An agent that doesn't know the price says 0. */
function costText({ costUsd }: MessageUsage): string[] {
  return costUsd ? [formatCost(costUsd)] : [];
}
