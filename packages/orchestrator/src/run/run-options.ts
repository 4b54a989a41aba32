import type { Permission } from '@dragoman/agents';
import type { ModelAccess, TurnLimits, TurnSettings } from '@dragoman/runtime';
import type { AnyStrategy } from '../strategies/built-in-strategies.js';

/** How all turns of a run are conducted. */
export interface RunSettings
  extends Pick<
    TurnSettings,
    'sandbox' | 'image' | 'network' | 'allowHosts' | 'sandboxLimits' | 'env' | 'path'
  > {
  readonly permission?: Permission | undefined;
  /** Of each turn. */
  readonly limits?: TurnLimits | undefined;
  /** How many tasks are at work at once. Default: by the number of processors. */
  readonly parallel?: number | undefined;
  /** Where turns, sessions and runs are. Default: `$DRAGOMAN_STATE`, or as `startTurn` has it. */
  readonly stateDirectory?: string | undefined;
  /** Where installed CLIs and copies of repositories are. */
  readonly cacheDirectory?: string | undefined;
  /** Interrupts the run: it can be resumed. */
  readonly signal?: AbortSignal | undefined;
}

/** Goes on with a run that stopped before it was done. What isn't said is as the run began. */
export interface ResumeOptions extends RunSettings {
  readonly id: string;
  readonly access: AccessOf;
  /** A strategy of the caller: the one that the run began with. */
  readonly strategy?: AnyStrategy | undefined;
  /** Tasks that failed are tried again. Default: false. */
  readonly retryFailed?: boolean | undefined;
}

/** How the model of an agent is reached. Asked once for each agent that takes part. */
export type AccessOf = (agent: string) => ModelAccess | Promise<ModelAccess>;

export interface RunOptions extends RunSettings {
  readonly prompt: string;
  /** A folder in the repository. Default: this process's own. */
  readonly repository?: string | undefined;
  /** A branch, a tag, a commit, `HEAD`, or `worktree`: the files as they are. Default: `HEAD`. */
  readonly base?: string | undefined;
  /** The name of one that comes with Dragoman, or one of the caller. Default: `simple`. */
  readonly strategy?: string | AnyStrategy | undefined;
  /** The strategy's parameters. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  /** How often the strategy is executed. Default: once. */
  readonly executions?: number | undefined;
  /** Such as `codex` or `codex@0.58.0`. */
  readonly agent: string;
  /** The model of that agent. Default: the agent's own. */
  readonly model?: string | undefined;
  /** Agents that may also take part, as judges for example. */
  readonly otherAgents?: readonly string[] | undefined;
  readonly access: AccessOf;
}
