/** Where an agent reaches its model: a gateway, and the token that it presents there as its key. */
export interface ModelEndpoint {
  /** The gateway's address without a path, such as `http://127.0.0.1:4711`. */
  readonly url: string;
  readonly token: string;
}

/**
 * What an agent may do without being asked.
 *
 * - `default`: the CLI's own careful posture for a run without a person: it reads; it changes
 *   nothing.
 * - `bypass`: it runs commands and edits files freely. Only where something else confines it, or
 *   where its model is a script.
 */
export type Permission = 'default' | 'bypass';

/** One headless turn, as every agent's `command` is asked for it. */
export interface TurnRequest {
  readonly prompt: string;
  /** The CLI's own name for the model. Each agent has a default. */
  readonly model?: string;
  readonly endpoint: ModelEndpoint;
  /** The workspace. */
  readonly cwd: string;
  /** The agent's HOME: its settings, sessions and temporary files all lie in it. */
  readonly home: string;
  /** The exact version of the CLI: flags and settings differ between versions. */
  readonly version: string;
  /** Default: `default`. */
  readonly permission?: Permission;
  /** Where the agent finds the programs that it runs. Default: the system's own folders. */
  readonly searchPath?: string;
  /**
   * The HTTP proxy for all that isn't the gateway. Default: a dead port on loopback, so that what
   * a CLI tries to send home fails at once instead of leaving the machine.
   */
  readonly proxy?: string;
}

/** All that is needed to start one turn of a CLI, as data. */
export interface AgentCommand {
  readonly args: readonly string[];
  /** The whole environment. Nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** The prompt. It never goes into `args`: those are visible to all users and limited in size. */
  readonly stdin: string;
  /** Files to write before the start, by path relative to HOME. */
  readonly files: Readonly<Record<string, string>>;
  /** Folders that must exist before the start, relative to HOME. */
  readonly directories: readonly string[];
}
