import { agents, parseAgentReference } from '@dragoman/agents';
import type { EndEvent } from '@dragoman/protocol';
import {
  createCommandAgent,
  newTurnId,
  startChatTurn,
  startTurn,
  type Turn,
  type TurnSettings,
} from '@dragoman/runtime';
import type { Workspace } from '../contract.js';
import type { RunContext } from '../run/run-context.js';
import { type AgentTask, isCommandTask } from '../run/task-input.js';
import { commandImage } from '../task/command-image.js';
import type { OpenTask } from '../task/open-task.js';
import { schemaPrompt } from './structured-answer.js';

export interface TaskTurnOptions {
  readonly workspace: Workspace;
  readonly prompt: string;
  /** The session that it goes on in. */
  readonly session?: string | undefined;
  /** What it is for, for the log. Default: `agent`, or `verify` for a command. */
  readonly phase?: string | undefined;
}

/**
 * One turn of a task, an agent's or a command's, until its end. Its id is in the log before it begins, so
 * that whoever resumes the run can find out what became of it.
 */
export async function runTaskTurn(
  run: RunContext,
  task: OpenTask,
  options: TaskTurnOptions,
): Promise<EndEvent> {
  const id = newTurnId();
  const { strategy, key, input } = task;
  const { phase = isCommandTask(input) ? 'verify' : 'agent' } = options;
  run.log.append({ type: 'task.turn', strategy, key, turn_id: id, phase });
  await run.log.sync();
  const settings = turnSettings(run, task, options.workspace, id);
  const turn = isCommandTask(input)
    ? await startChatTurn({
        ...settings,
        image: commandImage(run, input),
        agent: createCommandAgent(input.command),
      })
    : await startAgentTurn(run, input, settings, options);
  run.turns.add(turn);
  const stopNoting = noteSession(run, task, turn);
  const end = await turn.outcome;
  run.turns.delete(turn);
  await stopNoting();
  // A short turn is over before its events were read, and a session may get another id on its way.
  recordSession(run, task, turn.sessionId);
  return end;
}

function turnSettings(
  run: RunContext,
  { input, key, signal }: OpenTask,
  { directory, seed }: Workspace,
  id: string,
): TurnSettings & { readonly cwd: string } {
  const { settings, folders, sandboxes } = run;
  const { cpus, memoryBytes, timeoutMs } = input;
  const limits = {
    ...(cpus !== undefined && { cpus }),
    ...(memoryBytes !== undefined && { memoryBytes }),
  };
  return {
    id,
    cwd: directory,
    signal,
    sandbox: sandboxes,
    readable: [seed.directory],
    labels: { run: run.id, task: key },
    stateDirectory: folders.stateDirectory,
    workspaceAccess: input.access ?? 'write',
    image: input.image ?? settings.image,
    network: input.network ?? settings.network,
    allowHosts: input.allowHosts ?? settings.allowHosts,
    sandboxLimits: { ...settings.sandboxLimits, ...limits },
    limits: { ...settings.limits, ...(timeoutMs !== undefined && { wallMs: timeoutMs }) },
    env: settings.env,
    path: settings.path,
    // What differs is taken from git.
    changes: 'none',
  };
}

async function startAgentTurn(
  run: RunContext,
  input: AgentTask,
  settings: TurnSettings & { readonly cwd: string },
  { prompt, session }: TaskTurnOptions,
): Promise<Turn> {
  // The run's agent and model are in the input of each task that names none.
  const { agent = run.agent, model, permission = run.settings.permission } = input;
  const { reasoningEffort, maxTurns, extraArgs, outputSchema } = input;
  const asksByOption = outputSchema !== undefined && takesSchema(agent);
  const asksByPrompt = outputSchema !== undefined && !asksByOption;
  return startTurn({
    ...settings,
    agent,
    access: await run.access(agent),
    prompt: asksByPrompt ? `${prompt}\n\n${schemaPrompt(outputSchema)}` : prompt,
    ...(model !== undefined && { model }),
    ...(session !== undefined && { resume: session }),
    ...(permission !== undefined && { permission }),
    ...(reasoningEffort !== undefined && { reasoningEffort }),
    ...(maxTurns !== undefined && { maxTurns }),
    ...(extraArgs !== undefined && { extraArgs }),
    ...(asksByOption && { outputSchema }),
    ...(run.settings.cacheDirectory !== undefined && { cacheDir: run.settings.cacheDirectory }),
  });
}

function takesSchema(reference: string): boolean {
  const { name, version } = parseAgentReference(reference);
  const agent = agents[name];
  return agent.abilities(version ?? agent.version).outputSchema;
}

/** Puts the session into the log as soon as the agent names it: a resumed run goes on in it. */
function noteSession(run: RunContext, task: OpenTask, turn: Turn): () => Promise<void> {
  const over = new AbortController();
  const noted = (async () => {
    for await (const event of turn.events({ signal: over.signal })) {
      if (event.type !== 'init' || event.session_id === undefined) continue;
      recordSession(run, task, event.session_id);
      return;
    }
  })();
  // What goes wrong is heard when the turn is over: until then nobody waits for it.
  noted.catch(() => {});
  return async () => {
    over.abort();
    await noted;
  };
}

function recordSession(run: RunContext, task: OpenTask, id: string | undefined): void {
  const { strategy, key, state } = task;
  if (id === undefined || id === state.sessionId) return;
  run.log.append({ type: 'task.session', strategy, key, session_id: id });
}
