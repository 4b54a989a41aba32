import type { ModelAccess, Turn } from '@dragoman/runtime';
import type { SandboxProvider } from '@dragoman/sandbox';
import type { Base, HostRepository } from '../contract.js';
import type { Git } from '../git/run-git.js';
import type { RunLog } from '../log/run-log.js';
import type { Room } from './room.js';
import type { RunFolders } from './run-folders.js';
import type { RunSettings } from './run-options.js';

/** What all tasks of a run share, in the process that conducts it. */
export interface RunContext {
  readonly id: string;
  readonly git: Git;
  readonly repository: HostRepository;
  /** The user's settings of git that are data. */
  readonly userConfig: string;
  readonly base: Base;
  readonly folders: RunFolders;
  readonly log: RunLog;
  readonly room: Room;
  readonly settings: RunSettings;
  readonly sandboxes: SandboxProvider;
  /** The agent of tasks that name none, and its model. */
  readonly agent: string;
  readonly model?: string | undefined;
  readonly access: (agent: string) => Promise<ModelAccess>;
  /** Agents that no task may start any more, by name, with the reason: their key was refused. */
  readonly refusedAgents: Map<string, string>;
  /** Those that are at work. */
  readonly turns: Set<Turn>;
  /** Aborted when the run stops. What is at work then is interrupted, not failed. */
  readonly signal: AbortSignal;
  readonly stop: (reason: string) => void;
}
