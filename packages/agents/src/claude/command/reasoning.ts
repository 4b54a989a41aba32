import type { TurnRequest } from '../../agent-command.js';
import { requireSupport } from '../../version-support.js';
import { claudeAbilities } from '../abilities.js';

interface Reasoning {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** How hard the model thinks. Not at all is no effort of Claude Code's, but a budget of nothing. */
export function claudeReasoning({ reasoningEffort, version }: TurnRequest): Reasoning {
  if (reasoningEffort === undefined) return { args: [], env: {} };
  const agent = { name: 'claude', version } as const;
  requireSupport(agent, claudeAbilities, `reasoningEffort ${reasoningEffort}`);
  return reasoningEffort === 'none'
    ? { args: [], env: { MAX_THINKING_TOKENS: '0' } }
    : { args: ['--effort', reasoningEffort], env: {} };
}
