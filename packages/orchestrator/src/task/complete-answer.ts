import { runTaskTurn } from '../agent/agent-turn.js';
import { schemaRetryPrompt } from '../agent/structured-answer.js';
import type { RunContext } from '../run/run-context.js';
import { isCommandTask } from '../run/task-input.js';
import type { OpenTask } from './open-task.js';
import { readAnswer } from './read-answer.js';
import { answeringTurn, lastTurn, wasInterrupted } from './task-turns.js';
import { openTaskWorkspace } from './task-workspace.js';

/**
 * Asks an agent once more, in its session, where its answer isn't in the form that was asked for: it has
 * done the work, and knows the answer. What comes of that decides nothing else of the task.
 */
export async function completeAnswer(run: RunContext, task: OpenTask): Promise<void> {
  const { input, state, signal } = task;
  const { stateDirectory } = run.folders;
  if (isCommandTask(input) || input.outputSchema === undefined) return;
  const { sessionId: session } = state;
  const turn = answeringTurn(state, stateDirectory);
  if (session === undefined || turn === undefined || wasAsked(run, task)) return;
  const { problem } = await readAnswer(stateDirectory, turn.id, input);
  if (problem === undefined) return;
  const workspace = await openTaskWorkspace(run, task);
  const prompt = schemaRetryPrompt(problem);
  // Where no turn can be started there, the task has come to what it has come to.
  await runTaskTurn(run, task, { workspace, prompt, session, phase: 'answer' }).catch(() => {});
  signal.throwIfAborted();
}

function wasAsked({ folders }: RunContext, { state }: OpenTask): boolean {
  const last = lastTurn(state, folders.stateDirectory);
  return last?.phase === 'answer' && !wasInterrupted(last.end);
}
