import { join } from 'node:path';
import { defaultWorkspacesDirectory } from '@dragoman/sandbox';
import { checkRunId } from './run-id.js';

/** Where a run and what belongs to it lie. Nothing of it is in the repository. */
export interface RunFolders {
  readonly stateDirectory: string;
  /** The log of the run. */
  readonly directory: string;
  /** The folders that its agents work in. */
  readonly workspaces: string;
  /** Commits on their way from a workspace to the repository. */
  readonly collected: string;
  /** What all runs share. */
  readonly seeds: string;
  readonly gitConfigs: string;
}

/**
 * @param stateDirectory where turns, sessions and runs are
 * @param cacheDirectory where copies of repositories are
 */
export function runFolders(id: string, stateDirectory: string, cacheDirectory: string): RunFolders {
  checkRunId(id);
  const directory = join(runsDirectory(stateDirectory), id);
  return {
    stateDirectory,
    directory,
    workspaces: join(defaultWorkspacesDirectory(stateDirectory), id),
    collected: join(directory, 'collected'),
    seeds: join(cacheDirectory, 'seeds'),
    gitConfigs: join(cacheDirectory, 'git'),
  };
}

export function runsDirectory(stateDirectory: string): string {
  return join(stateDirectory, 'runs');
}
