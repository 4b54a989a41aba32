import { join } from 'node:path';
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

export interface RunRoots {
  readonly stateDirectory: string;
  readonly workspacesDirectory: string;
  readonly cacheDirectory: string;
}

export function runFolders(id: string, roots: RunRoots): RunFolders {
  checkRunId(id);
  const directory = join(runsDirectory(roots.stateDirectory), id);
  return {
    stateDirectory: roots.stateDirectory,
    directory,
    workspaces: join(roots.workspacesDirectory, id),
    collected: join(directory, 'collected'),
    seeds: join(roots.cacheDirectory, 'seeds'),
    gitConfigs: join(roots.cacheDirectory, 'git'),
  };
}

export function runsDirectory(stateDirectory: string): string {
  return join(stateDirectory, 'runs');
}
