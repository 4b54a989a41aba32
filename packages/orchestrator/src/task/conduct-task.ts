import { setTimeout as delay } from 'node:timers/promises';
import type { EndEvent, EventByType } from '@dragoman/protocol';
import { DragomanError } from '@dragoman/protocol';
import { errorCode, errorMessage } from '@dragoman/protocol/internal';
import { runTaskTurn } from '../agent/agent-turn.js';
import { retryDelay, retryRule } from '../run/retry-rules.js';
import type { RunContext } from '../run/run-context.js';
import { isCommandTask } from '../run/task-input.js';
import type { OpenTask } from './open-task.js';
import { clearWorkspace, publishTask } from './publish-task.js';
import { lastEnd, recoverTurns, usageOf } from './task-turns.js';
import { openTaskWorkspace, renewTaskWorkspace } from './task-workspace.js';

/** Its run stops, and will go on with it: the task isn't over. */
export class TaskInterrupted extends Error {}

/** What a task leaves, as its end in the log has it. */
export type TaskWork = Pick<
  EventByType['task.completed'],
  'artifact' | 'stats' | 'session_id' | 'verify' | 'warnings' | 'uncommitted'
>;

/**
 * Does a task, from its workspace to its branch, and writes how it ended into the log. Whatever goes
 * wrong becomes that end. Throws `TaskInterrupted`, and nothing else, when the run stops meanwhile.
 */
export async function conductTask(run: RunContext, task: OpenTask): Promise<void> {
  const { strategy, key, state } = task;
  const begin = performance.now();
  const end = (): { usage: ReturnType<typeof usageOf>; duration_ms: number } => ({
    usage: usageOf(run, state),
    duration_ms: Math.round(performance.now() - begin),
  });
  try {
    const work = await doTask(run, task);
    run.log.append({ type: 'task.completed', strategy, key, ...work, ...end() });
  } catch (error) {
    if (run.signal.aborted) {
      const reason = errorMessage(run.signal.reason);
      run.log.append({ type: 'task.interrupted', strategy, key, reason });
      throw new TaskInterrupted();
    }
    if (task.signal.aborted) {
      const by = String(task.signal.reason);
      run.log.append({ type: 'task.canceled', strategy, key, by, usage: end().usage });
    } else {
      const failure = { code: errorCode(error) ?? 'internal', message: errorMessage(error) };
      const attempts = Math.max(1, state.attempt);
      run.log.append({ type: 'task.failed', strategy, key, ...failure, attempts, ...end() });
    }
  }
  await run.log.sync();
  // What can't be removed now is removed when the run is resumed, or by hand: the task is over.
  await clearWorkspace(run, task.names.folder, task.input).catch(() => {});
}

async function doTask(run: RunContext, task: OpenTask): Promise<TaskWork> {
  await recoverTurns(run, task.state);
  // What was about to be published has been made: the agent isn't asked again.
  if (task.state.importing !== undefined) return publishTask(run, task);
  const leave = await run.room.enter(task.signal);
  try {
    await succeed(run, task);
    return await publishTask(run, task);
  } finally {
    leave();
  }
}

/** Runs turns until one succeeds, as often as the rule for its failure has it. */
async function succeed(run: RunContext, task: OpenTask): Promise<void> {
  const { strategy, key, state, signal } = task;
  let last = lastEnd(run, state);
  let failures = 0;
  while (last === undefined || !isDone(task, last)) {
    last = await attempt(run, task, last);
    if (isDone(task, last)) return;
    signal.throwIfAborted();
    const code = last.code ?? 'internal';
    const message = last.reason ?? '';
    const rule = retryRule(code);
    const agent = agentOf(task);
    if (rule.stopsAgent && agent !== undefined) run.refusedAgents.set(agent, message);
    failures += 1;
    if (failures >= rule.attempts) throw failureOf(last);
    const wait = retryDelay(rule, failures);
    const next = { attempt: state.attempt + 1, delay_ms: wait };
    run.log.append({ type: 'task.retrying', strategy, key, code, message, ...next });
    await delay(wait, undefined, { signal });
  }
}

/** A command that ran to its exit has said what it had to say, whatever its exit code. */
function isDone({ input }: OpenTask, { status, code }: EndEvent): boolean {
  return status === 'success' || (isCommandTask(input) && code === 'exit_code');
}

async function attempt(
  run: RunContext,
  task: OpenTask,
  last: EndEvent | undefined,
): Promise<EndEvent> {
  const { strategy, key, state, input } = task;
  refuseRefusedAgent(run, task);
  const session = goesOn(last) ? state.sessionId : undefined;
  const isFresh = session === undefined && state.attempt > 0;
  const attempt = state.attempt + 1;
  run.log.append({ type: 'task.started', strategy, key, attempt, ...(isFresh && { fresh: true }) });
  run.log.append({ type: 'task.progress', strategy, key, phase: 'workspace' });
  const workspace = await (isFresh ? renewTaskWorkspace : openTaskWorkspace)(run, task);
  const phase = isCommandTask(input) ? 'verifying' : 'agent';
  run.log.append({ type: 'task.progress', strategy, key, phase });
  return runTaskTurn(run, task, { workspace, prompt: promptOf(task, session), session });
}

/** Whether the next attempt goes on in the session of the last: after an interruption, and as its rule has it. */
function goesOn(last: EndEvent | undefined): boolean {
  if (last === undefined) return false;
  return INTERRUPTIONS.has(last.code ?? '') || retryRule(last.code ?? '').keepsSession;
}

/** How a turn ends that its run, or the machine, broke off. */
const INTERRUPTIONS: ReadonlySet<string> = new Set(['canceled', 'owner_lost']);

const CONTINUE =
  'You were interrupted. Look at what you have done so far, and go on with the task until it is done.';

function promptOf({ input }: OpenTask, session: string | undefined): string {
  if (isCommandTask(input)) return '';
  return session === undefined ? input.prompt : CONTINUE;
}

function agentOf({ input }: OpenTask): string | undefined {
  return isCommandTask(input) ? undefined : input.agent;
}

function refuseRefusedAgent({ refusedAgents }: RunContext, task: OpenTask): void {
  const agent = agentOf(task);
  const reason = agent === undefined ? undefined : refusedAgents.get(agent);
  if (reason === undefined) return;
  throw new DragomanError(
    'auth',
    `${agent} was not started: another task of the run has found its key refused (${reason}).`,
  );
}

function failureOf({ code = 'internal', reason }: EndEvent): DragomanError {
  return new DragomanError(code, reason ?? 'It failed.');
}
