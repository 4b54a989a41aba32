import type { LoadedSession } from '@dragoman/agents';
import type { UsageFigures } from '@dragoman/protocol';
import type { Line } from '../../terminal/line.js';
import { formatPrice, formatTokens } from '../../terminal/text/format-usage.js';
import { harmlessLine } from '../../terminal/text/harmless-text.js';

const OUTCOMES: Readonly<Record<string, string>> = {
  failed: 'The last turn failed.',
  canceled: 'The last turn was stopped.',
};

/**
 * What a session amounts to, and what a reader should know of its file. `usage` is that of the whole
 * session; how much of it its sub-agents used is known where all of it was read.
 */
export function sessionFooter(session: LoadedSession, usage: UsageFigures | undefined): Line[] {
  const { outcome, notes, unanswered, earlier } = session;
  const subAgentUsage = earlier === undefined ? session.subAgentUsage : undefined;
  const facts = [
    ...(usage === undefined ? [] : [formatTokens(usage)]),
    ...(subAgentUsage === undefined ? [] : [`of which sub-agents ${formatTokens(subAgentUsage)}`]),
    ...(usage === undefined ? [] : formatPrice(usage)),
    ...(unanswered.length === 0 ? [] : [`${unanswered.length} without a result`]),
  ];
  const ending = OUTCOMES[outcome?.status ?? ''];
  return [
    ...(facts.length === 0 ? [] : [[{ text: facts.join(' · '), format: 'dim' as const }]]),
    ...(ending === undefined ? [] : [[{ text: ending, format: 'red' as const }]]),
    ...notes.map((note): Line => [{ text: `! ${harmlessLine(note)}`, format: 'yellow' }]),
  ];
}
