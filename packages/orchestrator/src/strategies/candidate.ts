import { parseAgentReference } from '@dragoman/agents';
import { z } from 'zod';
import type { AgentTask } from '../run/task-input.js';
import type { TaskResult } from '../run/task-result.js';
import { type Judged, type JudgeOptions, judge } from './judge.js';
import type { Role } from './role.js';
import { weightsSchema } from './score.js';
import type { StrategyContext } from './strategy.js';

/** A parameter that is a switch: `true` or `false`, also as a text of the command line. */
export const flag = z.union([
  z.boolean(),
  z.enum(['true', 'false']).transform((text) => text === 'true'),
]);

const role = { agent: z.string().min(1).optional(), model: z.string().min(1).optional() };

/** What scoring and best-of-n take. */
export const scoringParams = {
  /** A command that decides before any score. */
  verify: z.string().min(1).optional(),
  /** How many judges, each for itself; their median counts. 0: none. */
  scorers: z.coerce.number().int().min(0).max(9).default(1),
  scorer_agent: role.agent,
  scorer_model: role.model,
  scorer_max_retries: z.coerce.number().int().min(0).max(5).default(2),
  weights: weightsSchema.prefault({}),
  /** From 0 to 100. */
  fail_below: z.coerce.number().min(0).max(100).optional(),
};

const scoring = z.strictObject(scoringParams);

export type ScoringParams = z.infer<typeof scoring>;

/**
 * One candidate from its task to its score: made, checked, judged. Each step begins when the one before
 * has ended, whatever the other candidates do.
 */
export async function makeCandidate(
  ctx: StrategyContext,
  task: AgentTask,
  params: ScoringParams,
): Promise<Judged> {
  const result = await ctx.wait(await ctx.run(task, { key: ctx.key('gen') }));
  if (!result.hasChanges) return { result };
  const verified =
    params.verify === undefined ? undefined : await ctx.verify(result, params.verify);
  const made = { result, verified };
  if (params.scorers === 0) return made;
  return {
    ...made,
    score: await judge(ctx, made, judgeOptions(task, params, judgeRole(ctx, result, params))),
  };
}

/** Nobody judges their own work where another agent can: the one that was asked for, else the next. */
function judgeRole(
  { agents }: StrategyContext,
  { agent }: TaskResult,
  params: ScoringParams,
): Role {
  const { scorer_agent: asked, scorer_model: model } = params;
  const own = agent === null ? undefined : parseAgentReference(agent).name;
  const another = agents.find((other) => parseAgentReference(other).name !== own);
  return { agent: asked ?? another, model };
}

function judgeOptions({ prompt }: AgentTask, params: ScoringParams, role: Role): JudgeOptions {
  const { scorers, scorer_max_retries: retries, weights } = params;
  return { prompt, scorers, retries, weights, role };
}
