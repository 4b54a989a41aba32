import { resolve } from 'node:path';
import type { Permission } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import type { AgentSource } from '@dragoman/runtime';
import {
  defaultSandboxKind,
  type NetworkMode,
  type SandboxKind,
  type SandboxProvider,
  sandboxProviders,
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

/** A resumed session stays in its folder and its kind of sandbox, unless something else is asked for. */
export async function choosePlace(
  options: ExecOptions,
  { entry }: ChosenSession,
  stateDirectory: string,
): Promise<ChosenPlace> {
  const kind = options.sandbox ?? entry?.sandbox ?? (await defaultSandboxKind());
  const sandbox = providerOf(kind, stateDirectory);
  checkAsked(options, sandbox);
  const { images, confinesFiles } = sandbox.abilities;
  return {
    sandbox,
    cwd: resolve(options.cwd ?? entry?.workspace ?? '.'),
    network: options.network,
    permission: options.permission ?? (confinesFiles ? 'bypass' : 'default'),
    image: options.image,
    agentFrom: images ? (options.agentFrom ?? 'image') : 'cache',
  };
}

function providerOf(kind: string, stateDirectory: string): SandboxProvider {
  const providers: readonly SandboxProvider[] = Object.values(sandboxProviders({ stateDirectory }));
  const provider = providers.find((candidate) => candidate.kind === kind);
  if (provider !== undefined) return provider;
  throw new DragomanError('sandbox_unknown', `There is no kind of sandbox called ${kind}.`);
}

/** What a kind can't give is a wrong command line, and known before anything is started. */
function checkAsked(asked: ExecOptions, { kind, abilities }: SandboxProvider): void {
  const { network, image, agentFrom } = asked;
  if (network !== undefined && !abilities.networks.includes(network)) {
    throw new DragomanError(
      'usage',
      `A sandbox of the kind ${kind} has no network ${network}, only ${abilities.networks.join(' or ')}.${advice(kind)}`,
    );
  }
  if ((image !== undefined || agentFrom === 'image') && !abilities.images) {
    throw new DragomanError(
      'usage',
      `A sandbox of the kind ${kind} has no image: --sandbox container has.`,
    );
  }
}

function advice(kind: SandboxKind): string {
  return kind === 'process' ? ' Try --sandbox bubblewrap or --sandbox container.' : '';
}
