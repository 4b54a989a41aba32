import { setTimeout as delay } from 'node:timers/promises';
import { parseAgentReference } from '@dragoman/agents';
import { DragomanError, type EndEvent, type EventByType } from '@dragoman/protocol';
import { errorCode, errorMessage } from '@dragoman/protocol/internal';
import { runTaskTurn } from '../agent/agent-turn.js';
import { retryDelay, retryRule } from '../run/retry-rules.js';
import type { RunContext } from '../run/run-context.js';
import { isCommandTask, isNeverImported } from '../run/task-input.js';
import { completeAnswer } from './complete-answer.js';
import type { OpenTask } from './open-task.js';
import { clearWorkspace, publishTask } from './publish-task.js';
import { answeringTurn, recoverTurns, usageOf, wasInterrupted } from './task-turns.js';
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
  await recoverTurns(run, task);
  // What was about to be published has been made: the agent isn't asked again.
  if (task.state.importing !== undefined) return publishTask(run, task);
  const leave = await run.room.enter(task.signal);
  try {
    await succeed(run, task);
    await completeAnswer(run, task);
    return await publishTask(run, task);
  } finally {
    leave();
  }
}

/** How an attempt ended: with its turn, or before there was one. */
type AttemptEnd = Pick<EndEvent, 'status' | 'code' | 'reason'>;

/** Runs turns until one succeeds, as often as the rule for its failure has it. */
async function succeed(run: RunContext, task: OpenTask): Promise<void> {
  let last: AttemptEnd | undefined = answeringTurn(task.state, run.folders.stateDirectory)?.end;
  let failures = 0;
  // A process that was killed right behind the end of a turn hasn't judged it.
  if (last !== undefined && isUnjudged(task, last)) {
    failures += 1;
    await waitToRetry(run, task, last, failures);
  }
  while (last === undefined || !isDone(task, last)) {
    last = await attempt(run, task, last);
    if (isDone(task, last)) return;
    task.signal.throwIfAborted();
    failures += 1;
    await waitToRetry(run, task, last, failures);
  }
}

/** A command that ran to its exit has said what it had to say, whatever its exit code. */
function isDone({ input }: OpenTask, { status, code }: AttemptEnd): boolean {
  return status === 'success' || (isCommandTask(input) && code === 'exit_code');
}

/** A task that is to be tried again though it failed counts its attempts from the beginning. */
function isUnjudged(task: OpenTask, last: AttemptEnd): boolean {
  return task.state.attempt > 0 && !isDone(task, last) && !wasInterrupted(last);
}

/** Resolves when the task may be tried again; throws its failure where it may not. */
async function waitToRetry(
  run: RunContext,
  task: OpenTask,
  { code = 'internal', reason }: AttemptEnd,
  failures: number,
): Promise<void> {
  const { strategy, key, state, signal } = task;
  const message = reason ?? 'It failed.';
  const rule = retryRule(code);
  const agent = agentOf(task);
  if (rule.stopsAgent && agent !== undefined) run.refusedAgents.set(agent, message);
  if (failures >= rule.attempts) throw new DragomanError(code, message);
  const wait = retryDelay(rule, failures);
  const next = { attempt: state.attempt + 1, delay_ms: wait };
  run.log.append({ type: 'task.retrying', strategy, key, code, message, ...next });
  await delay(wait, undefined, { signal });
}

async function attempt(
  run: RunContext,
  task: OpenTask,
  last: AttemptEnd | undefined,
): Promise<AttemptEnd> {
  const { strategy, key, state, input } = task;
  refuseRefusedAgent(run, task);
  const session = goesOn(last) ? state.sessionId : undefined;
  const isFresh = session === undefined && state.attempt > 0;
  const begun = { strategy, key, attempt: state.attempt + 1, ...(isFresh && { fresh: true }) };
  run.log.append({ type: 'task.started', ...begun });
  try {
    run.log.append({ type: 'task.progress', strategy, key, phase: 'workspace' });
    // Where nothing is imported, nothing can be lost: a check needs a clean checkout.
    const isRenewed = isFresh && isNeverImported(input);
    const workspace = await (isRenewed ? renewTaskWorkspace : openTaskWorkspace)(run, task);
    const phase = isCommandTask(input) ? 'verifying' : 'agent';
    run.log.append({ type: 'task.progress', strategy, key, phase });
    const prompt = promptOf(task, { session, hasBegun: last !== undefined && !isRenewed });
    return await runTaskTurn(run, task, { workspace, prompt, session });
  } catch (error) {
    return endBeforeTurn(task, error);
  }
}

/** What is thrown where no turn could be started. What can pass, or be done otherwise, is an end like others. */
function endBeforeTurn({ signal }: OpenTask, error: unknown): AttemptEnd {
  const code = errorCode(error) ?? 'internal';
  if (signal.aborted || retryRule(code).attempts === 1) throw error;
  return { status: 'not_started', code, reason: errorMessage(error) };
}

/** Whether the next attempt goes on in the session of the last: after an interruption, and as its rule has it. */
function goesOn(last: AttemptEnd | undefined): boolean {
  return (
    last !== undefined && (wasInterrupted(last) || retryRule(last.code ?? 'internal').keepsSession)
  );
}

const CONTINUE =
  'You were interrupted. Look at what you have done so far, and go on with the task until it is done.';

const BEGUN_BEFORE =
  'Somebody has begun with this and was interrupted. Look at what is there already (`git status`, `git log`), keep what is good, and do the rest.';

interface PromptContext {
  readonly session: string | undefined;
  /** Whether another session may have worked in the folder. */
  readonly hasBegun: boolean;
}

function promptOf({ input }: OpenTask, { session, hasBegun }: PromptContext): string {
  if (isCommandTask(input)) return '';
  if (session !== undefined) return CONTINUE;
  const mayHaveChanged = hasBegun && input.access !== 'read';
  return mayHaveChanged ? `${input.prompt}\n\n${BEGUN_BEFORE}` : input.prompt;
}

/** By its name: the key is the same for all of its versions. */
function agentOf({ input }: OpenTask): string | undefined {
  if (isCommandTask(input) || input.agent === undefined) return undefined;
  return parseAgentReference(input.agent).name;
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
