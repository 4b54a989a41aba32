import { DragomanError } from '@dragoman/protocol';
import type { ReasoningEffort, TurnRequest } from '../../agent-command.js';
import { compareVersions } from '../../version-support.js';

/** The settings of a turn, without its tool servers. */
export function turnSettings(request: TurnRequest, model: string): object {
  const quiet = quietSettings(request.version);
  return {
    ...quiet,
    general: { ...quiet.general, ...attempts(request) },
    ...(request.maxTurns !== undefined && { model: { maxSessionTurns: request.maxTurns } }),
    security: { auth: { selectedType: 'gemini-api-key' } },
    // Up to 0.36 plan mode is an experiment.
    ...(request.permission === 'plan' && { experimental: { plan: true } }),
    ...reasoningSettings(request, model),
    ...ignoreEnv(request),
  };
}

/** From this version on, other settings switch off updates. */
const RENAMED_SINCE = '0.26.0';

/**
 * Switches off what Gemini CLI does without being asked: updates, statistics, and removing sessions.
 * It takes one that was resumed in another minute than it began in for broken, because of the second
 * file that it leaves then, and removes it when another session begins.
 */
function quietSettings(version: string) {
  const updates =
    compareVersions(version, RENAMED_SINCE) < 0
      ? { disableAutoUpdate: true, disableUpdateNag: true }
      : { enableAutoUpdate: false, enableAutoUpdateNotification: false };
  return {
    general: { ...updates, sessionRetention: { enabled: false } },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
  };
}

/** Gemini CLI sends no request more often, whatever its settings say. */
const MOST_RETRIES = 9;

function attempts({ retries }: TurnRequest): { maxAttempts?: number } {
  if (retries === undefined) return {};
  if (retries <= MOST_RETRIES) return { maxAttempts: retries + 1 };
  throw new DragomanError(
    'invalid_request',
    `Gemini CLI sends a request again ${MOST_RETRIES} times at most; asked for were ${retries}.`,
  );
}

/** The first version that can leave the `.env` files of a project alone. */
export const ignoresEnvSince = '0.56.0';

/** Variables from a `.env` file reach all that Gemini CLI starts. */
function ignoreEnv({ projectSettings, version }: TurnRequest): object {
  const canIgnore = compareVersions(version, ignoresEnvSince) >= 0;
  return projectSettings === 'ignore' && canIgnore ? { advanced: { ignoreLocalEnv: true } } : {};
}

type ThinkingConfig = { readonly thinkingBudget: number } | { readonly thinkingLevel: string };

type Effort = Exclude<ReasoningEffort, 'xhigh'>;

/** Google's budgets of tokens for each effort, for models that think by budget. */
const BUDGETS: Readonly<Record<Effort, number>> = {
  none: 0,
  minimal: 1024,
  low: 1024,
  medium: 8192,
  high: 24_576,
};

/** The levels of models that think by level. */
const LEVELS: Readonly<Record<Exclude<Effort, 'none'>, string>> = {
  minimal: 'MINIMAL',
  low: 'LOW',
  medium: 'MEDIUM',
  high: 'HIGH',
};

/**
 * How hard the model thinks: a setting for the main model only, under whatever name Gemini CLI asks
 * for it.
 */
function reasoningSettings(request: TurnRequest, model: string): object {
  const { reasoningEffort } = request;
  if (reasoningEffort === undefined) return {};
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
