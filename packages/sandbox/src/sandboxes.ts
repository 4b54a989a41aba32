import { DragomanError } from '@dragoman/protocol';
import { createBubblewrapSandboxes } from './bubblewrap/bubblewrap-sandboxes.js';
import { knownBubblewrap } from './bubblewrap/find-bubblewrap.js';
import { checkWorkspace } from './check-workspace.js';
import {
  type ContainerSandboxes,
  createContainerSandboxes,
} from './container/container-sandboxes.js';
import type { EngineName } from './container/engine-environment.js';
import { type SandboxKind, type SandboxProvider, sandboxKinds } from './contract.js';
import { realPath } from './files/real-path.js';
import { createProcessSandboxes } from './process-sandbox.js';

export interface SandboxesOptions {
  /** Where records of sandboxes lie. Default: Dragoman's state folder. */
  readonly stateDirectory?: string;
  /** The container engine. Default: podman, or docker where there is no podman. */
  readonly engine?: EngineName;
  /** The image of containers that name none. */
  readonly defaultImage?: string;
}

export interface SandboxProviders extends Readonly<Record<SandboxKind, SandboxProvider>> {
  readonly container: ContainerSandboxes;
}

/** All kinds of sandboxes, whether or not they work on this machine. */
export function sandboxProviders(options: SandboxesOptions = {}): SandboxProviders {
  return {
    process: createProcessSandboxes(options),
    bubblewrap: createBubblewrapSandboxes(options),
    container: createContainerSandboxes(options),
  };
}

/** One kind, by its name. Throws `sandbox_unknown` for a name that none has. */
export function sandboxProvider(kind: string, options: SandboxesOptions = {}): SandboxProvider {
  const known = sandboxKinds.find((name) => name === kind);
  if (known !== undefined) return sandboxProviders(options)[known];
  throw new DragomanError(
    'sandbox_unknown',
    `There is no kind of sandbox called ${kind}, only ${sandboxKinds.join(', ')}.`,
  );
}

const CONFINING = { kind: 'bubblewrap', abilities: { confinesFiles: true } } as const;

/**
 * The best kind that works here without anything being prepared for it. Where nothing can confine a
 * command that is an error (`sandbox_unavailable`) with what to do about it: that a command is to be
 * confined by nothing is for a person to say.
 *
 * @param workspace where commands are to work, whose programs are not run; one that no sandbox could confine
 * them to is refused with `workspace_unsuitable`
 */
export async function defaultSandboxKind(workspace?: string): Promise<SandboxKind> {
  const writable = workspace === undefined ? [] : [await realPath(workspace)];
  // First: in a folder of the system no bubblewrap is trusted, and the reason is the folder.
  for (const folder of writable) checkWorkspace(CONFINING, folder, []);
  const search = await knownBubblewrap({ writable });
  if (search.found) return 'bubblewrap';
  throw new DragomanError(
    'sandbox_unavailable',
    `Nothing here can confine an agent, so none is started. Bubblewrap can't be used: ${search.why}. ${search.remedy.replace(/\.$/, '')}. To run it with nothing to confine it, say so: --sandbox process (sandbox: 'process').`,
  );
}
