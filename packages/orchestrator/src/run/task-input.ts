import { permissions, reasoningEfforts } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import { nearestName } from '@dragoman/protocol/internal';
import { networkModes } from '@dragoman/sandbox';
import { z } from 'zod';
import { schemaProblem } from '../agent/structured-answer.js';

const text = z.string().min(1);
const jsonSchema = z.record(z.string(), z.unknown());

/** What any task may say of where it works and of what becomes of its work. */
const anyTask = {
  /** A branch, a tag, a commit, or the branch of another task. Default: that of the run. */
  base: text.optional(),
  /** Branches that it finds beside the base. */
  include: z.array(text).optional(),
  /** `read`: it can change nothing, and nothing is imported. Default: `write`. */
  access: z.enum(['write', 'read']).optional(),
  /** Whether there is a branch: where there are commits, in any case, or never. Default: `auto`. */
  import: z.enum(['auto', 'always', 'never']).optional(),
  /** What becomes of changes that it didn't commit. Default: `commit`. */
  uncommitted: z.enum(['commit', 'keep', 'fail']).optional(),
  network: z.enum(networkModes).optional(),
  allowHosts: z.array(text).optional(),
  image: text.optional(),
  cpus: z.number().positive().optional(),
  memoryBytes: z.number().int().positive().optional(),
  /** How long it may take in all. It isn't part of what the task is: a resumed run may give it more. */
  timeoutMs: z.number().positive().optional(),
};

/** A task for an agent. */
const agentTask = z.strictObject({
  prompt: text,
  /** Such as `codex` or `codex@0.166.0`. Default: that of the run. */
  agent: text.optional(),
  model: text.optional(),
  permission: z.enum(permissions).optional(),
  reasoningEffort: z.enum(reasoningEfforts).optional(),
  maxTurns: z.number().int().positive().optional(),
  /** The JSON Schema that the answer is to follow. */
  outputSchema: jsonSchema.optional(),
  /** Options for the CLI itself, as they are. */
  extraArgs: z.array(z.string()).optional(),
  ...anyTask,
});

/** A task that is a command, without an agent: a test, a build. */
const commandTask = z.strictObject({
  /** For `sh -c`, in the workspace. */
  command: text,
  ...anyTask,
});

export type AgentTask = z.infer<typeof agentTask>;
export type CommandTask = z.infer<typeof commandTask>;

/** What a strategy asks for. It is closed: every field reaches the runner. */
export type TaskInput = AgentTask | CommandTask;

export function isCommandTask(input: TaskInput): input is CommandTask {
  return 'command' in input;
}

/** Whether nothing of what it leaves in its workspace is to be kept. */
export function isNeverImported(input: TaskInput): boolean {
  return isCommandTask(input) || input.access === 'read' || input.import === 'never';
}

/** Fields that say how long and how much, not what: the same task may get others when it is resumed. */
const NOT_FINGERPRINTED = ['timeoutMs'] as const;

/** The part of an input that makes it this task and no other. */
export function fingerprinted(input: TaskInput): Record<string, unknown> {
  const kept: Record<string, unknown> = { v: 1, ...input };
  for (const name of NOT_FINGERPRINTED) delete kept[name];
  return kept;
}

/** Checks what a strategy asks for: it may be anybody's code. */
export function parseTaskInput(key: string, value: unknown): TaskInput {
  const schema = isObject(value) && 'command' in value ? commandTask : agentTask;
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw refused(key, issue === undefined ? 'its input is wrong' : wordsOf(issue, schema));
  }
  const { outputSchema } = { outputSchema: undefined, ...parsed.data };
  const problem = outputSchema === undefined ? undefined : schemaProblem(outputSchema);
  if (problem !== undefined) throw refused(key, `outputSchema: ${problem}`);
  return parsed.data;
}

function refused(key: string, why: string): DragomanError {
  return new DragomanError('invalid_request', `The task ${key} can't be run: ${why}.`);
}

function wordsOf(issue: z.core.$ZodIssue, schema: z.ZodObject): string {
  if (issue.code !== 'unrecognized_keys') return `${issue.path.join('.')}: ${issue.message}`;
  const [name = ''] = issue.keys;
  const meant = nearestName(name, Object.keys(schema.shape));
  const words = `it has a field ${JSON.stringify(name)}, which no task has`;
  return meant === undefined ? words : `${words} (did you mean ${meant}?)`;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
