import { DragomanError } from '@dragoman/protocol';
import type { ReasoningEffort, TurnRequest } from '../../agent-command.js';
import { requireSupport } from '../../version-support.js';
import { geminiAbilities } from '../abilities.js';

type ThinkingConfig = { readonly thinkingBudget: number } | { readonly thinkingLevel: string };

type Effort = Exclude<ReasoningEffort, 'xhigh'>;

/** Google's own equation of efforts with budgets of tokens, for models that think by budget. */
const BUDGETS: Readonly<Record<Effort, number>> = {
  none: 0,
  minimal: 1024,
  low: 1024,
  medium: 8192,
  high: 24_576,
};

/** The words of models that think by level. */
const LEVELS: Readonly<Record<Exclude<Effort, 'none'>, string>> = {
  minimal: 'MINIMAL',
  low: 'LOW',
  medium: 'MEDIUM',
  high: 'HIGH',
};

/**
 * How hard the model thinks, as a setting that reaches the main model alone, by whatever name
 * Gemini CLI comes to ask for it.
 */
export function reasoningSettings(request: TurnRequest, model: string): object {
  const { reasoningEffort, version } = request;
  if (reasoningEffort === undefined) return {};
  const agent = { name: 'gemini', version } as const;
  requireSupport(agent, geminiAbilities, `reasoningEffort ${reasoningEffort}`);
  const thinkingConfig = thinkingFor(reasoningEffort, model);
  const modelConfig = { generateContentConfig: { thinkingConfig } };
  return { modelConfigs: { customOverrides: [{ match: { isChatModel: true }, modelConfig }] } };
}

function thinkingFor(effort: ReasoningEffort, model: string): ThinkingConfig {
  const levels: Readonly<Partial<Record<string, string>>> = LEVELS;
  const budgets: Readonly<Partial<Record<string, number>>> = BUDGETS;
  const byBudget = model.startsWith('gemini-2');
  const thinkingLevel = levels[effort];
  if (!byBudget && thinkingLevel !== undefined) return { thinkingLevel };
  const thinkingBudget = budgets[effort];
  if (byBudget && thinkingBudget !== undefined) return { thinkingBudget };
  throw new DragomanError(
    'invalid_request',
    `${model} has no reasoning effort "${effort}": Gemini's models from 3 on always think.`,
  );
}
