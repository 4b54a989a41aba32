import { resolve } from 'node:path';
import type { Permission, ProjectSettings } from '@dragoman/agents';
import { DragomanError, errorCode, errorMessage } from '@dragoman/protocol';
import {
  type AgentSource,
  chooseAgentSource,
  defaultPermission,
  defaultProjectSettings,
  type SessionEntry,
} from '@dragoman/runtime';
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
export interface ChosenSandbox {
  readonly sandbox: SandboxProvider;
  readonly cwd: string;
  /** Whether the person said that it may be their home folder. */
  readonly allowHome: boolean;
  readonly network: NetworkMode | undefined;
  readonly permission: Permission;
  readonly projectSettings: ProjectSettings;
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
export async function chooseSandbox(
  options: ExecOptions,
  { entry }: ChosenSession,
  stateDirectory: string,
): Promise<ChosenSandbox> {
  const { network, image } = options;
  const kept = entry?.sandbox === 'process' ? undefined : entry?.sandbox;
  const cwd = resolve(options.cwd ?? entry?.workspace ?? '.');
  const kind = options.sandbox ?? kept ?? (await defaultSandboxKind(cwd).catch(inSession(entry)));
  const sandbox = sandboxProvider(kind, { stateDirectory });
  checkAbilities(sandbox, { network, image });
  return {
    sandbox,
    cwd,
    allowHome: options.yesMyHome ?? false,
    network,
    permission: options.permission ?? defaultPermission(sandbox.abilities),
    projectSettings: options.trustProject ? 'trust' : defaultProjectSettings(sandbox.abilities),
    image,
    agentFrom: chooseAgentSource(sandbox, options.agentFrom),
    ...(entry !== undefined &&
      options.sandbox === undefined &&
      entry.sandbox !== kind && { sessionKind: entry.sandbox }),
  };
}

/** That a session ran with nothing to confine it doesn't say that it may go on so; only how to say it. */
function inSession(entry: SessionEntry | undefined): (error: unknown) => never {
  return (error) => {
    if (entry?.sandbox !== 'process' || errorCode(error) !== 'sandbox_unavailable') throw error;
    throw new DragomanError(
      'sandbox_unavailable',
      `${errorMessage(error)} The session ran so before, and goes on so with: dragoman exec --resume ${entry.sessionId} --sandbox process`,
      { cause: error },
    );
  };
}
