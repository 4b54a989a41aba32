import { resolve } from 'node:path';
import type { Permission } from '@dragoman/agents';
import { type AgentSource, chooseAgentSource, defaultPermission } from '@dragoman/runtime';
import {
  checkAbilities,
  defaultSandboxKind,
  type NetworkMode,
  type SandboxProvider,
  sandboxProvider,
} from '@dragoman/sandbox';
import type { ChosenSession } from './choose-session.js';
import type { ExecOptions } from './exec-options.js';

/** Where the agent works, and what it may do there. */
export interface ChosenPlace {
  readonly sandbox: SandboxProvider;
  readonly cwd: string;
  readonly network: NetworkMode | undefined;
  readonly permission: Permission;
  /** Default, where the sandbox has images: the one with the agent in it. */
  readonly image: string | undefined;
  readonly agentFrom: AgentSource;
}

/**
 * A resumed session stays in its folder and its kind of sandbox, unless something else is asked for.
 * What the kind can't do is refused here, before an agent is installed for it.
 */
export async function choosePlace(
  options: ExecOptions,
  { entry }: ChosenSession,
  stateDirectory: string,
): Promise<ChosenPlace> {
  const { network, image } = options;
  const kind = options.sandbox ?? entry?.sandbox ?? (await defaultSandboxKind());
  const sandbox = sandboxProvider(kind, { stateDirectory });
  checkAbilities(sandbox, { network, image });
  return {
    sandbox,
    cwd: resolve(options.cwd ?? entry?.workspace ?? '.'),
    network,
    permission: options.permission ?? defaultPermission(sandbox.abilities),
    image,
    agentFrom: chooseAgentSource(sandbox, options.agentFrom),
  };
}
