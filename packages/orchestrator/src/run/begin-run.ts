import { errorMessage } from '@dragoman/protocol/internal';
import { type ModelAccess, readJournal } from '@dragoman/runtime';
import type { SandboxProvider } from '@dragoman/sandbox';
import type { Base, HostRepository } from '../contract.js';
import type { Git } from '../git/run-git.js';
import type { RunLog } from '../log/run-log.js';
import type { AnyStrategy } from '../strategies/built-in-strategies.js';
import { conductRun, defaultParallel } from './conduct-run.js';
import type { OnTask } from './conduct-strategy.js';
import { createRoom } from './room.js';
import type { Run, RunOutcome } from './run.js';
import type { RunContext } from './run-context.js';
import { listenForRun } from './run-control.js';
import type { RunFolders } from './run-folders.js';
import type { AccessOf, RunSettings } from './run-options.js';

/** A run whose log says that it has begun. */
export interface RunToBegin {
  readonly id: string;
  readonly prompt: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly agent: string;
  readonly model?: string | undefined;
  readonly otherAgents: readonly string[];
  readonly settings: RunSettings;
  readonly access: AccessOf;
  readonly strategy: AnyStrategy;
  readonly base: Base;
  readonly git: Git;
  readonly repository: HostRepository;
  readonly userConfig: string;
  readonly folders: RunFolders;
  readonly sandboxes: SandboxProvider;
  readonly log: RunLog;
}

/** Conducts a run in this process, from where its log is. */
export async function beginRun(options: RunToBegin): Promise<Run> {
  const { id, folders, log, settings, agent, otherAgents } = options;
  const { strategy, prompt, parameters } = options;
  const stopping = new AbortController();
  const { signal } = settings;
  const onAbort = (): void => stopping.abort(wordsOf(signal?.reason));
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  const atWork = new Set<{ readonly key: string; readonly cancel: () => void }>();
  const stop = (reason = 'It was stopped.'): void => stopping.abort(reason);
  // Several executions of the strategy may have a task of that key.
  const cancel = (key: string): boolean => {
    const found = [...atWork].filter((task) => task.key === key);
    for (const task of found) task.cancel();
    return found.length > 0;
  };
  const stopListening = await listenForRun(id, { stop, cancel });
  const context: RunContext = {
    ...options,
    room: createRoom({ tasks: settings.parallel ?? defaultParallel() }),
    access: onceForEach(options.access),
    refusedAgents: new Map(),
    turns: new Set(),
    signal: stopping.signal,
    stop,
  };
  const outcome = conduct();
  return {
    id,
    directory: folders.directory,
    events: (given = {}) => readJournal(folders.directory, { ...given, follow: 'writer' }),
    outcome,
    async stop(reason) {
      stop(reason);
      await outcome;
    },
    cancel,
    async kill() {
      stop();
      await Promise.all([...context.turns].map((turn) => turn.kill()));
      await outcome;
    },
  };

  async function conduct(): Promise<RunOutcome> {
    try {
      const agents = [agent, ...otherAgents];
      const onTask: OnTask = (key, cancel) => {
        const task = { key, cancel };
        atWork.add(task);
        return () => void atWork.delete(task);
      };
      await conductRun(context, { strategy, prompt, parameters, agents, onTask });
    } catch (error) {
      // Where not even the log can be written there is nothing to write into: the caller hears it.
      return { status: 'crashed', exitCode: 1, winners: [], failure: errorMessage(error) };
    } finally {
      signal?.removeEventListener('abort', onAbort);
      // A folder of sockets that can't be removed now is removed by who resumes the run.
      await stopListening().catch(() => {});
      log.close();
    }
    return outcomeOf(log);
  }
}

const EXIT_INTERRUPTED = 130;

function outcomeOf({ state }: RunLog): RunOutcome {
  const { completed } = state;
  if (completed === undefined) {
    return { status: 'interrupted', exitCode: EXIT_INTERRUPTED, winners: [] };
  }
  const { status, exit_code: exitCode, winners } = completed;
  return { status, exitCode, winners, completed };
}

/** A key is looked up once for each agent, however many tasks it has. */
function onceForEach(access: AccessOf): (agent: string) => Promise<ModelAccess> {
  const asked = new Map<string, Promise<ModelAccess>>();
  return (agent) => {
    const known = asked.get(agent) ?? Promise.resolve().then(() => access(agent));
    asked.set(agent, known);
    return known;
  };
}

function wordsOf(reason: unknown): string {
  return typeof reason === 'string' ? reason : 'It was stopped.';
}
