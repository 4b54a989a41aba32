import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { AgentVersion } from '../agent-version.js';

/** Where one version of one agent lies in a cache. */
export interface InstallFolder {
  /** The folder of all versions of the agent. */
  readonly parent: string;
  /** The finished install. It appears whole, by one rename. */
  readonly directory: string;
  readonly lock: string;
}

/** What the name of a lock has after the version. */
export const installLockSuffix = '.lock';

export function agentsDirectory(cacheDir: string): string {
  return join(cacheDir, 'agents');
}

export function installFolder(cacheDir: string, agent: AgentVersion): InstallFolder {
  const parent = join(agentsDirectory(cacheDir), agent.name);
  return {
    parent,
    directory: join(parent, agent.version),
    lock: join(parent, `${agent.version}${installLockSuffix}`),
  };
}

/** Where each system wants programs to keep what they can make again. */
const CACHE_ROOTS: Partial<
  Record<NodeJS.Platform, (environment: NodeJS.ProcessEnv, home: string) => string>
> = {
  darwin: (_environment, home) => join(home, 'Library', 'Caches'),
  win32: (environment, home) => environment.LOCALAPPDATA || join(home, 'AppData', 'Local'),
};

/** The user's own cache folder. */
export function userCacheDirectory(
  environment: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  const root = CACHE_ROOTS[platform];
  if (root !== undefined) return root(environment, home);
  // The XDG standard says that a relative path in the variable must be passed over.
  const configured = environment.XDG_CACHE_HOME ?? '';
  return configured.startsWith('/') ? configured : join(home, '.cache');
}

/** Dragoman's cache folder: `$DRAGOMAN_CACHE`, or `dragoman` in the user's cache folder. */
export function defaultCacheDirectory(environment: NodeJS.ProcessEnv = process.env): string {
  const configured = environment.DRAGOMAN_CACHE;
  return configured ? resolve(configured) : join(userCacheDirectory(environment), 'dragoman');
}
