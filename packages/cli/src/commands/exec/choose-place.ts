import { resolve } from 'node:path';
import type { Permission } from '@dragoman/agents';
import { type AgentSource, chooseAgentSource, defaultPermission } from '@dragoman/runtime';
import {
  checkAbilities,
  defaultSandboxKind,
  type NetworkMode,
  type SandboxKind,
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
  /** The kind that the resumed session had last, where this one is another that wasn't asked for. */
  readonly sessionKind?: SandboxKind;
}

/**
 * A resumed session stays in its folder and its kind of sandbox, unless something else is asked for.
 * But no file says that an agent is to be confined by nothing: where something can, only a person does.
 * What the kind can't do is refused here, before an agent is installed for it.
 */
export async function choosePlace(
  options: ExecOptions,
  { entry }: ChosenSession,
  stateDirectory: string,
): Promise<ChosenPlace> {
  const { network, image } = options;
  const kept = entry?.sandbox === 'process' ? undefined : entry?.sandbox;
  const kind = options.sandbox ?? kept ?? (await defaultSandboxKind());
  const sandbox = sandboxProvider(kind, { stateDirectory });
  checkAbilities(sandbox, { network, image });
  return {
    sandbox,
    cwd: resolve(options.cwd ?? entry?.workspace ?? '.'),
    network,
    permission: options.permission ?? defaultPermission(sandbox.abilities),
    image,
    agentFrom: chooseAgentSource(sandbox, options.agentFrom),
    ...(entry !== undefined &&
      options.sandbox === undefined &&
      entry.sandbox !== kind && { sessionKind: entry.sandbox }),
  };
}
