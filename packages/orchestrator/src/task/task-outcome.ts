import { join } from 'node:path';
import { agents, parseAgentReference } from '@dragoman/agents';
import { createFinalMessage, type JournaledEvent } from '@dragoman/protocol';
import { readJournal } from '@dragoman/runtime';
import { checkAnswer, readStructuredAnswer } from '../agent/structured-answer.js';
import type { TaskState } from '../log/run-state.js';
import { isCommandTask, type TaskInput } from '../run/task-input.js';
import type { TaskResult } from '../run/task-result.js';
import type { TaskOutcome } from '../strategies/recorded-strategy.js';

/**
 * How a task ended, for its strategy: from the log of the run and the journal of the task's last turn,
 * the same in whatever process.
 */
export async function taskOutcome(
  { scheduled, end, turns }: TaskState,
  input: TaskInput,
  stateDirectory: string,
): Promise<TaskOutcome | undefined> {
  if (end === undefined) return undefined;
  if (end.type === 'task.failed') return { status: 'failed', code: end.code, message: end.message };
  if (end.type === 'task.canceled') {
    const message = end.reason ?? `It was canceled by the ${end.by}.`;
    return { status: 'canceled', code: 'canceled', message };
  }
  const last = turns.at(-1);
  const said =
    last === undefined
      ? NOTHING_SAID
      : await readLastTurn(join(stateDirectory, 'turns', last.id), input);
  const { artifact, stats, usage = null } = end;
  const result: TaskResult = {
    key: scheduled.key,
    agent: isCommandTask(input) ? null : (input.agent ?? null),
    model: isCommandTask(input) ? null : (input.model ?? null),
    branch: artifact?.branch ?? null,
    baseCommit: scheduled.base_commit,
    commit: artifact?.commit ?? scheduled.base_commit,
    hasChanges: artifact?.has_changes ?? false,
    stats: {
      commits: stats?.commits ?? 0,
      files: stats?.files ?? 0,
      insertions: stats?.added ?? 0,
      deletions: stats?.removed ?? 0,
    },
    sessionId: end.session_id ?? null,
    usage,
    costUsd: usage?.cost_usd ?? null,
    durationMs: end.duration_ms ?? 0,
    warnings: end.warnings ?? [],
    ...said,
  };
  return { status: 'completed', result };
}

type Said = Pick<TaskResult, 'finalMessage' | 'structured' | 'exitCode'> &
  Partial<Pick<TaskResult, 'durationMs'>>;

const NOTHING_SAID: Said = { finalMessage: '', structured: undefined, exitCode: null };

/** What the journal of a turn says of its answer. */
async function readLastTurn(directory: string, input: TaskInput): Promise<Said> {
  const final = createFinalMessage();
  let output = '';
  let given: unknown;
  let exitCode: number | null = null;
  let begin: string | undefined;
  let durationMs = 0;
  const answerTool = isCommandTask(input) ? undefined : answerToolOf(input.agent);
  for await (const event of readJournal(directory, { follow: false })) {
    final.push(event);
    begin ??= event.ts;
    durationMs = Math.max(0, Date.parse(event.ts) - Date.parse(begin));
    if (event.type === 'tool_use' && event.tool_name === answerTool) given = event.parameters;
    if (event.type === 'end') exitCode = event.exit_code ?? null;
    output = outputOf(event) ?? output;
  }
  // How long a check takes says something of the work; how long it waited for its turn doesn't.
  if (isCommandTask(input)) {
    return { finalMessage: output, structured: undefined, exitCode, durationMs };
  }
  const finalMessage = final.text() ?? '';
  return { finalMessage, structured: structuredOf(input, finalMessage, given), exitCode };
}

function structuredOf(input: TaskInput, text: string, given: unknown): unknown {
  if (isCommandTask(input) || input.outputSchema === undefined) return undefined;
  const answer =
    given === undefined
      ? readStructuredAnswer(text, input.outputSchema)
      : checkAnswer(given, input.outputSchema);
  return answer.ok ? answer.value : undefined;
}

/** The tool by which an agent gives an answer in a form, where it has one. */
function answerToolOf(reference: string | undefined): string | undefined {
  return reference === undefined
    ? undefined
    : agents[parseAgentReference(reference).name].answerTool;
}

function outputOf(event: JournaledEvent): string | undefined {
  return event.type === 'tool_result' && typeof event.output === 'string'
    ? event.output
    : undefined;
}
