import { z } from 'zod';
import { jsonObject } from '../json/json-object.js';
import { listOf } from '../json/list-of.js';
import { defineEvent, type KnownFields } from './define-event.js';
import { usageFigures } from './usage-event.js';

/** On everything that happens within a strategy: which execution of the run it is. */
export const strategyIndex = z
  .int()
  .positive()
  .describe('Which execution of a strategy in the run: from 1.');

const draw = z.int().positive().describe('Which one of the execution: from 1.');

/** A task, as other events name it. */
export const taskKey = z
  .string()
  .describe('The name of the task within its execution of the strategy. It never changes.');

export const runStartedEvent = defineEvent('run.started', {
  description:
    'A run begins. The first event of its log. With the `task.scheduled` that follow it is all that is needed to go on with the run in another process.',
  fields: {
    run_id: z.string().describe("The run's name."),
    prompt: z.string().describe('What was asked.'),
    repository_id: z.string().optional().describe('The repository, by a hash and not by its path.'),
    base: z.string().describe('What the work begins from, as it was asked for.'),
    base_commit: z.string().describe('The commit that this was then.'),
    strategy: z
      .object({
        name: z.string(),
        path: z.string().optional(),
        export: z.string().optional(),
        sha256: z.string().optional(),
      })
      .describe(
        'The strategy: one that comes with Dragoman by its `name`, any other also by its file, the name of its export, and the hash of the file.',
      ),
    parameters: jsonObject.describe('What the strategy was given, with its defaults.'),
    executions: z.int().positive().optional().describe('How often it is executed. Default: once.'),
    seed: z.string().optional().describe('What the draws of its strategies come from.'),
    config: jsonObject.optional().describe('The settings in force, without secrets.'),
    versions: jsonObject.optional().describe('The versions of Dragoman and of the agents.'),
    image: z.string().optional().describe('The image of its sandboxes, by its digest.'),
  },
  example: {
    run_id: 'run_20260102_030405_0a1b2c3d',
    prompt: 'Fix the flaky test.',
    base: 'main',
    base_commit: '3f1c0de0b5a6e8d7c9b8a7f6e5d4c3b2a1908f7e',
    strategy: { name: 'best-of' },
    parameters: { n: 3 },
  },
});

export const runResumedEvent = defineEvent('run.resumed', {
  description: 'A run goes on, after a process that conducted it had stopped.',
  fields: { overrides: jsonObject.optional().describe('What is to be otherwise from here on.') },
  example: { overrides: { parallel: 2 } },
});

export const runInterruptedEvent = defineEvent('run.interrupted', {
  description: 'A run stops before it is done. It can go on.',
  fields: { reason: z.string().describe('What stopped it.') },
  example: { reason: 'SIGINT' },
});

export const runCompletedEvent = defineEvent('run.completed', {
  description:
    'A run is done. The last event of its log, unless the run goes on later, to try again what failed.',
  fields: {
    status: z
      .enum(['success', 'failed', 'partial'])
      .describe('`partial`: some of its strategies succeeded.'),
    exit_code: z.int().describe('What a command that conducted it exits with.'),
    tasks: z
      .object({
        completed: z.int().nonnegative(),
        failed: z.int().nonnegative(),
        canceled: z.int().nonnegative(),
      })
      .describe('How its tasks ended.'),
    winners: listOf(
      z.object({
        strategy: strategyIndex,
        key: z.string(),
        branch: z.string().optional(),
        commit: z.string().optional(),
      }),
    ).describe('What its strategies selected.'),
    usage: usageFigures.nullish().describe('What all its turns used; null when unknown.'),
    duration_ms: z.number().nonnegative().optional().describe('How long it took in all.'),
  },
  example: {
    status: 'success',
    exit_code: 0,
    tasks: { completed: 3, failed: 0, canceled: 0 },
    winners: [{ strategy: 1, key: 'candidate/2', branch: 'dragoman/best-of/run/k1' }],
  },
});

export const strategyStartedEvent = defineEvent('strategy.started', {
  description: 'An execution of a strategy begins. A run may have several.',
  fields: {
    strategy: strategyIndex,
    execution_id: z.string().optional().describe('The id of the execution.'),
    name: z.string().describe("The strategy's name."),
    parameters: jsonObject.describe('What it is given.'),
  },
  example: { strategy: 1, name: 'best-of', parameters: { n: 3 } },
});

export const strategyRandEvent = defineEvent('strategy.rand', {
  description:
    'A strategy drew a random number. A run that goes on gives it the same number at the same draw.',
  fields: {
    strategy: strategyIndex,
    draw,
    value: z.number().describe('At least 0 and less than 1.'),
  },
  example: { strategy: 1, draw: 1, value: 0.25 },
});

export const strategyNowEvent = defineEvent('strategy.now', {
  description: 'A strategy asked for the time. A run that goes on gives it the same time.',
  fields: {
    strategy: strategyIndex,
    draw,
    value: z.number().describe('In milliseconds since 1970.'),
  },
  example: { strategy: 1, draw: 1, value: 1767225600000 },
});

export const strategySleepEvent = defineEvent('strategy.sleep', {
  description: 'A strategy waits for a time. A run that goes on waits only for what is left of it.',
  fields: {
    strategy: strategyIndex,
    draw,
    until: z.number().describe('In milliseconds since 1970.'),
  },
  example: { strategy: 1, draw: 1, until: 1767225660000 },
});

export const strategyWokeEvent = defineEvent('strategy.woke', {
  description: 'The time is over for which a strategy waited.',
  fields: { strategy: strategyIndex, draw: draw.describe('Which of its waits: from 1.') },
  example: { strategy: 1, draw: 1 },
});

export const strategyNoteEvent = defineEvent('strategy.note', {
  description: 'A strategy noted something, for people (`log`) or for programs.',
  fields: {
    strategy: strategyIndex,
    name: z.string().describe('What it is.'),
    value: z.unknown().describe('Any JSON.'),
  },
  example: { strategy: 1, name: 'log', value: 'Round 2 failed, and the one before is kept.' },
});

export const strategySelectedEvent = defineEvent('strategy.selected', {
  description: 'A strategy chose what its execution is to come to.',
  fields: {
    strategy: strategyIndex,
    key: taskKey,
    branch: z.string().optional().describe('The branch that has its work.'),
    commit: z.string().optional().describe('The last commit of its work.'),
    reason: z.string().optional().describe('Why it was chosen.'),
    ranking: listOf(z.object({ key: z.string(), score: z.number().optional() }))
      .optional()
      .describe('All that could be chosen, the best first.'),
  },
  example: {
    strategy: 1,
    key: 'candidate/2',
    branch: 'dragoman/best-of/run/k1',
    reason: 'It passes, and has the best score.',
    ranking: [{ key: 'candidate/2', score: 8.5 }, { key: 'candidate/1' }],
  },
});

export const strategyCompletedEvent = defineEvent('strategy.completed', {
  description: 'An execution of a strategy is over.',
  fields: {
    strategy: strategyIndex,
    status: z.enum(['success', 'failed', 'canceled']).describe('What it came to.'),
    reason: z.string().optional().describe("Why it didn't succeed."),
    code: z.string().optional().describe('The same as a stable word.'),
    result_keys: listOf(z.string()).optional().describe('The tasks that are its result.'),
  },
  example: { strategy: 1, status: 'success', result_keys: ['candidate/2'] },
});

export type RunStartedEvent = KnownFields<typeof runStartedEvent>;
export type RunCompletedEvent = KnownFields<typeof runCompletedEvent>;
export type StrategySelectedEvent = KnownFields<typeof strategySelectedEvent>;
export type StrategyCompletedEvent = KnownFields<typeof strategyCompletedEvent>;
