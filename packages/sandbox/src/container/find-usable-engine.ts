import { DragomanError } from '@dragoman/protocol';
import { installRemedy } from '../process/install-remedy.js';
import { type ContainerEngine, findEngine } from './container-engine.js';
import { type EngineName, engineNames } from './engine-environment.js';
import type { EngineFailure } from './engine-failure.js';

export interface EngineSearch {
  readonly engineName: EngineName | undefined;
  readonly executable?: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
  /** Folders that an agent can write to. */
  readonly writable?: readonly string[];
  /** Default: this machine's. */
  readonly platform?: NodeJS.Platform;
}

export type UsableEngine =
  | { readonly engine: ContainerEngine }
  | { readonly obstacle: EngineFailure };

/** The engine that sandboxes are made with, or what speaks against it before it is asked anything. */
export async function findUsableEngine(search: EngineSearch): Promise<UsableEngine> {
  const { engineName, platform = process.platform, ...options } = search;
  if (platform !== 'linux') {
    const why =
      'on this system containers run in a machine of their own, into which no socket of this one can be carried, so a sandbox would have no doors';
    const remedy = 'Run Dragoman itself in Linux, or take another kind of sandbox.';
    return { obstacle: { why, remedy } };
  }
  const engine = await findEngine({ ...options, name: engineName }).catch(untrusted);
  if (engine === undefined || engine instanceof DragomanError) {
    const missing = `there is no ${engineName ?? engineNames.join(' nor ')} in the system's folders`;
    const remedy = `${await installRemedy('podman')}. Or take another kind of sandbox.`;
    const why = engine?.message.replace(/\.$/, '') ?? missing;
    return { obstacle: { why, remedy } };
  }
  const elsewhere = hostElsewhere(engine);
  if (elsewhere === undefined) return { engine };
  const remedy = 'Unset $DOCKER_HOST, or let it name a unix socket of this machine.';
  return { obstacle: { why: `the engine is on another machine (${elsewhere})`, remedy } };
}

/** A problem of the client is reported as a problem of the engine. */
function untrusted(error: unknown): DragomanError {
  if (error instanceof DragomanError) return error;
  throw error;
}

function hostElsewhere({ name, environment }: ContainerEngine): string | undefined {
  const host = name === 'docker' ? (environment.DOCKER_HOST ?? '') : '';
  return host === '' || host.startsWith('unix:') ? undefined : host;
}
