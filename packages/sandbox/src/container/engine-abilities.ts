import { existsSync } from 'node:fs';
import type { ContainerEngine } from './container-engine.js';

/** What differs between engines, and between the ways one is set up. */
export interface EngineAbilities {
  readonly version: string;
  /** Options before the subcommand that keep the client's own remarks out of a command's stderr. */
  readonly quiet: readonly string[];
  /**
   * How output gets out. Podman hands this process's own pipes to the command. Docker copies, and
   * must be kept from writing it all to a log, too.
   */
  readonly logDriver: 'passthrough' | 'none';
  /** Options of `run` that only this engine needs. */
  readonly own: readonly string[];
  /** How a container is removed at once, whether or not it runs. */
  readonly removal: readonly string[];
  /** Whether memory, processors and processes can be limited. */
  readonly limitsHold: boolean;
  /** Who commands are, so that files in the workspace belong to this process's user. */
  readonly user: ContainerUser;
}

export interface ContainerUser {
  readonly uid: number;
  readonly gid: number;
}

/** Asks an engine what it is. Rejects when it doesn't work. */
export async function engineAbilities(engine: ContainerEngine): Promise<EngineAbilities> {
  const own = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  return engine.name === 'podman' ? podman(engine, own) : docker(engine, own);
}

async function podman(engine: ContainerEngine, user: ContainerUser): Promise<EngineAbilities> {
  const version = await engine.ask(['version', '--format', '{{.Client.Version}}']);
  // Without it this user is root inside, and whoever else is inside is a stranger outside.
  const mapping = user.uid === 0 ? [] : ['--userns', 'keep-id'];
  return {
    version: `podman ${version.trim()}`,
    quiet: ['--log-level', 'fatal'],
    logDriver: 'passthrough',
    // By default the engine makes more folders than `/tmp` writable.
    own: ['--read-only-tmpfs=false', ...mapping],
    removal: ['rm', '--force', '--time', '0'],
    // Without root it ignores them where control groups are of the first version.
    limitsHold: user.uid === 0 || existsSync('/sys/fs/cgroup/cgroup.controllers'),
    user,
  };
}

async function docker(engine: ContainerEngine, own: ContainerUser): Promise<EngineAbilities> {
  const info = await engine.ask(['info', '--format', '{{.ServerVersion}} {{.SecurityOptions}}']);
  const [version] = info.split(' ');
  return {
    version: `docker ${version}`,
    quiet: [],
    logDriver: 'none',
    own: [],
    removal: ['rm', '--force'],
    limitsHold: true,
    // Without root's service, root inside is this user outside.
    user: info.includes('name=rootless') ? { uid: 0, gid: 0 } : own,
  };
}
