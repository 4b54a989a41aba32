import { z } from 'zod';
import { jsonObject } from '../json/json-object.js';
import { listOf } from '../json/list-of.js';
import { defineEvent, type KnownFields } from './define-event.js';
import { strategyIndex, taskKey } from './run-events.js';
import { usageFigures } from './usage-event.js';

/** Which task it is. A key belongs to one execution of a strategy. */
const task = { strategy: strategyIndex, key: taskKey };

const attempt = z.int().positive().describe('Which try of the task it is: from 1.');

const code = z
  .string()
  .describe('What went wrong as a stable word, such as the `code` of the `end` of its turn.');

/** What a task has left in the repository. */
export const taskArtifact = z.object({
  branch: z.string().optional(),
  branch_planned: z.string().optional(),
  base: z.string().optional(),
  base_commit: z.string(),
  commit: z.string().optional(),
  has_changes: z.boolean(),
  duplicate_of: z.string().optional(),
  recovered: z.boolean().optional(),
});

export type TaskArtifact = z.infer<typeof taskArtifact>;

export const taskScheduledEvent = defineEvent('task.scheduled', {
  description:
    'A strategy wants a task. Once for each task: it has all that is needed to do the task in another process.',
  fields: {
    ...task,
    instance_id: z.string().describe("The task's name outside of its strategy."),
    fingerprint: z.string().describe('The hash of what is asked, by which a change shows.'),
    input: jsonObject
      .optional()
      .describe('What is asked, with all defaults. Absent where it is in a file.'),
    input_file: z
      .object({ path: z.string(), sha256: z.string() })
      .optional()
      .describe('The file that has it, from the folder of the run, with its hash.'),
    metadata: jsonObject.optional().describe('What the strategy notes of it.'),
    base_commit: z
      .string()
      .optional()
      .describe('The commit that it begins from. Absent: there is none, and the task fails.'),
    branch_planned: z.string().optional().describe('The branch that its work is to become.'),
  },
  example: {
    ...{ strategy: 1, key: 'candidate/2', instance_id: '9f86d081884c7d65' },
    fingerprint: '5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9',
    input: { prompt: 'Fix the flaky test.', agent: 'codex' },
    base_commit: '3f1c0de0b5a6e8d7c9b8a7f6e5d4c3b2a1908f7e',
    branch_planned: 'dragoman/best-of/run/k1',
  },
});

export const taskStartedEvent = defineEvent('task.started', {
  description: 'A task begins, or is tried once more.',
  fields: {
    ...task,
    attempt,
    fresh: z
      .boolean()
      .optional()
      .describe('True: an earlier attempt could not be gone on with, so this one begins anew.'),
  },
  example: { strategy: 1, key: 'candidate/2', attempt: 1 },
});

export const taskTurnEvent = defineEvent('task.turn', {
  description:
    'A turn of the task is about to begin: its journal is the record of what is said and done there, and nothing of it is repeated here. A turn of this id may never have begun.',
  fields: {
    ...task,
    turn_id: z.string().describe('The turn.'),
    phase: z
      .string()
      .optional()
      .describe(
        'What it is for: `agent` · `answer` (the same asked once more, in its form) · `setup` · `collect` · `verify`.',
      ),
  },
  example: { strategy: 1, key: 'candidate/2', turn_id: 'mjtw6k2a0123456789', phase: 'agent' },
});

export const taskSessionEvent = defineEvent('task.session', {
  description: "The agent's session of the task is known. A later one replaces it.",
  fields: { ...task, session_id: z.string().describe("The agent's own id of the session.") },
  example: { strategy: 1, key: 'candidate/2', session_id: '0199a213-81c0-7800-8aa1-bbab2a035a53' },
});

export const taskProgressEvent = defineEvent('task.progress', {
  description: 'How far a task is.',
  fields: {
    ...task,
    phase: z
      .string()
      .describe(
        '`workspace` · `waiting_startup` · `setup` · `agent_starting` · `agent` · `collecting` · `importing` · `imported` · `no_changes` · `verifying` · `cleanup`.',
      ),
    activity: z.string().optional().describe('What it does there, in a few words.'),
  },
  example: { strategy: 1, key: 'candidate/2', phase: 'workspace' },
});

export const taskWaitingEvent = defineEvent('task.waiting', {
  description: 'A task waits, and can do so for long.',
  fields: {
    ...task,
    reason: z.string().describe('For what: `rate_limit` · `disk` · `memory` · `startup`.'),
    until: z.string().optional().describe('When it goes on at the latest, in ISO 8601.'),
  },
  example: { strategy: 1, key: 'candidate/2', reason: 'rate_limit', until: '2026-01-02T03:04:05Z' },
});

export const taskRetryingEvent = defineEvent('task.retrying', {
  description: 'A task failed in a way that may pass, and is tried again.',
  fields: {
    ...task,
    attempt,
    code,
    message: z.string().describe('The same in words.'),
    delay_ms: z.number().nonnegative().describe('How long it waits until then.'),
  },
  example: {
    ...{ strategy: 1, key: 'candidate/2', attempt: 2 },
    ...{ code: 'overloaded', message: 'The model is overloaded.', delay_ms: 9500 },
  },
});

export const taskImportingEvent = defineEvent('task.importing', {
  description:
    "A task's commits are about to become its branch. Where this is the last word about it, the repository says whether they did.",
  fields: {
    ...task,
    sha: z.string().describe('The last of the commits.'),
    branch: z.string().optional().describe('The branch.'),
  },
  example: {
    ...{ strategy: 1, key: 'candidate/2' },
    sha: '8d3b1f0e5a6c7d8e9f0a1b2c3d4e5f6a7b8c9d0e',
    branch: 'dragoman/best-of/run/k1',
  },
});

export const taskInterruptedEvent = defineEvent('task.interrupted', {
  description: 'A task stopped with its run. It is not over: it goes on with the run.',
  fields: { ...task, reason: z.string().optional().describe('What stopped it.') },
  example: { strategy: 1, key: 'candidate/2', reason: 'SIGINT' },
});

export const taskCompletedEvent = defineEvent('task.completed', {
  description:
    'A task is done. Each task ends with exactly one of `task.completed`, `task.failed` and `task.canceled`. What its agent said last is in the journal of its last turn (`finalMessage`).',
  fields: {
    ...task,
    artifact: taskArtifact
      .optional()
      .describe(
        'What it left in the repository. `branch` is absent where nothing was imported. `duplicate_of`: another task has made the same commit or tree. `recovered`: the agent had broken its repository, so the files were taken as they were.',
      ),
    stats: z
      .object({
        files: z.int().nonnegative(),
        added: z.int().nonnegative(),
        removed: z.int().nonnegative(),
        commits: z.int().nonnegative().optional(),
      })
      .optional()
      .describe('What differs from its base: files, lines and commits.'),
    verify: z
      .object({
        turn_id: z.string().optional(),
        passed: z.boolean(),
        exit_code: z.int().nullable(),
        duration_ms: z.number().nonnegative().optional(),
      })
      .optional()
      .describe('What came of verifying it, and the turn that did it.'),
    session_id: z.string().optional().describe("The agent's own id of its session."),
    usage: usageFigures.nullish().describe('What all its turns used; null when unknown.'),
    duration_ms: z.number().nonnegative().optional().describe('How long it took in all.'),
    uncommitted: listOf(z.string())
      .optional()
      .describe('Files that the agent had not committed, from the workspace.'),
    warnings: listOf(z.string()).optional().describe('What went wrong without failing it.'),
  },
  example: {
    ...{ strategy: 1, key: 'candidate/2' },
    artifact: {
      branch: 'dragoman/best-of/run/k1',
      base_commit: '3f1c0de0b5a6e8d7c9b8a7f6e5d4c3b2a1908f7e',
      commit: '8d3b1f0e5a6c7d8e9f0a1b2c3d4e5f6a7b8c9d0e',
      has_changes: true,
    },
    stats: { files: 1, added: 12, removed: 3 },
    verify: { turn_id: 'mjtw6k2a9876543210', passed: true, exit_code: 0 },
  },
});

export const taskFailedEvent = defineEvent('task.failed', {
  description: 'A task is over and came to nothing.',
  fields: {
    ...task,
    code,
    message: z.string().describe('The same in words.'),
    attempts: z.int().nonnegative().describe('How often it was tried.'),
    artifact: taskArtifact.optional().describe('What it left in the repository all the same.'),
    usage: usageFigures.nullish().describe('What all its turns used; null when unknown.'),
    duration_ms: z.number().nonnegative().optional().describe('How long it took in all.'),
  },
  example: {
    ...{ strategy: 1, key: 'candidate/2', code: 'auth', attempts: 1 },
    message: 'unexpected status 401 Unauthorized: Invalid API key',
  },
});

export const taskCanceledEvent = defineEvent('task.canceled', {
  description: 'A task is over because somebody, or its strategy, wanted no more of it.',
  fields: {
    ...task,
    by: z.string().describe('Who canceled it: `user` · `strategy` · `run` · `budget`.'),
    reason: z.string().optional().describe('Why, if that was said.'),
    usage: usageFigures.nullish().describe('What all its turns used; null when unknown.'),
  },
  example: { strategy: 1, key: 'candidate/3', by: 'user' },
});

export type TaskScheduledEvent = KnownFields<typeof taskScheduledEvent>;
export type TaskCompletedEvent = KnownFields<typeof taskCompletedEvent>;
export type TaskFailedEvent = KnownFields<typeof taskFailedEvent>;
export type TaskCanceledEvent = KnownFields<typeof taskCanceledEvent>;
