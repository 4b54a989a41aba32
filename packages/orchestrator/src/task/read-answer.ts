import { agents, parseAgentReference } from '@dragoman/agents';
import { createFinalMessage, type JournaledEvent } from '@dragoman/protocol';
import { readJournal } from '@dragoman/runtime';
import {
  checkAnswer,
  readStructuredAnswer,
  type StructuredAnswer,
} from '../agent/structured-answer.js';
import { type AgentTask, isCommandTask, type TaskInput } from '../run/task-input.js';
import type { TaskResult } from '../run/task-result.js';
import { turnDirectory } from './task-turns.js';

/** What a turn came to in words, for the result of its task. */
export interface Answer
  extends Pick<TaskResult, 'finalMessage' | 'exitCode'>,
    Partial<Pick<TaskResult, 'durationMs'>> {
  readonly structured: unknown;
  /** Why the answer isn't in the form that was asked for. Absent: it is, or none was. */
  readonly problem?: string | undefined;
}

export const NOTHING_SAID: Answer = { finalMessage: '', structured: undefined, exitCode: null };

/** What the journal of a turn says of its answer. */
export async function readAnswer(
  stateDirectory: string,
  id: string,
  input: TaskInput,
): Promise<Answer> {
  const directory = turnDirectory(stateDirectory, id);
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
  const answer = structuredAnswer(input, finalMessage, given);
  return answer.ok
    ? { finalMessage, structured: answer.value, exitCode }
    : { finalMessage, structured: undefined, exitCode, problem: answer.why };
}

function structuredAnswer(
  { outputSchema }: AgentTask,
  text: string,
  given: unknown,
): StructuredAnswer {
  if (outputSchema === undefined) return { ok: true, value: undefined };
  return given === undefined
    ? readStructuredAnswer(text, outputSchema)
    : checkAnswer(given, outputSchema);
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
