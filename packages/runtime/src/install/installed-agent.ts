import type { AgentReference } from '@dragoman/agents';
import type { InstallTrust } from './check-packages.js';

/** An agent CLI that is ready to run. */
export interface InstalledAgent extends AgentReference {
  readonly directory: string;
  /** The absolute path of its program. */
  readonly executable: string;
  /** `native` starts by itself, `node` is a script for Node. */
  readonly kind: 'native' | 'node';
  /** Folders that the program expects on its PATH. */
  readonly searchPath: readonly string[];
  /**
   * `pinned`: its packages had the hashes in Dragoman's sources. `first_use`: it is as it was when this
   * state folder first knew it.
   */
  readonly trust: InstallTrust;
}

/** How to start an installed agent's program, whether or not it is native. */
export function launchOf(installed: Pick<InstalledAgent, 'executable' | 'kind'>): {
  executable: string;
  args: string[];
} {
  return installed.kind === 'native'
    ? { executable: installed.executable, args: [] }
    : { executable: process.execPath, args: [installed.executable] };
}
