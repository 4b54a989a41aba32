import { homedir } from 'node:os';
import { resolve } from 'node:path';
import {
  type AgentReference,
  agents,
  type Permission,
  type ProjectSettings,
} from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import { errorCode, errorMessage } from '@dragoman/protocol/internal';
import type { AgentSource, ModelAccess } from '@dragoman/runtime';
import {
  chooseAgentSource,
  defaultPermission,
  defaultProjectSettings,
} from '@dragoman/runtime/internal';
import {
  checkAbilities,
  defaultSandboxKind,
  defaultStateDirectory,
  findRepository,
  type NetworkMode,
  realOrSame,
  type SandboxProvider,
  sandboxProvider,
} from '@dragoman/sandbox';
import type { ExecOptions } from '../../program/exec-command.js';
import type { Line } from '../../terminal/line.js';
import { shortPath } from '../../terminal/text/formats.js';
import { harmlessLine, harmlessName } from '../../terminal/text/harmless-text.js';
import type { ChosenSession, ContinuedSession } from './choose-session.js';

const POSTURES: Readonly<Record<Exclude<Permission, 'default'>, string>> = {
  plan: 'it may read and propose',
  acceptEdits: 'it may edit files',
  bypass: 'it may run and change anything',
};
const MODELS: Readonly<Record<ModelAccess['kind'], string>> = {
  forward: '',
  script: ' · scripted model',
  replay: ' · recorded model',
};

/** The sandbox and the workspace of a turn, and what the agent may do there. */
export interface ChosenSandbox {
  readonly sandbox: SandboxProvider;
  readonly cwd: string;
  /** Whether the workspace may be the user's home folder. */
  readonly allowHome: boolean;
  readonly network: NetworkMode | undefined;
  readonly permission: Permission;
  readonly projectSettings: ProjectSettings;
  /** Undefined means the image with the agents in it, if the sandbox has images. */
  readonly image: string | undefined;
  readonly agentFrom: AgentSource;
  /** The kind that the resumed session had, if this one differs without `--sandbox`. */
  readonly sessionKind?: string;
}

/**
 * A resumed session stays in its kind of sandbox, unless options say otherwise. But only an option, never
 * a file, makes an agent run unconfined.
 */
export async function chooseProvider(
  options: ExecOptions,
  { entry }: ChosenSession,
  stateDirectory: string,
): Promise<SandboxProvider> {
  const kept = entry?.sandbox === 'process' ? undefined : entry?.sandbox;
  const cwd = workspaceOf(options, entry);
  const kind = options.sandbox ?? kept ?? (await defaultSandboxKind(cwd).catch(inSession(entry)));
  return sandboxProvider(kind, { stateDirectory });
}

/** A resumed session stays in its folder, unless options say otherwise. */
function workspaceOf({ cwd }: ExecOptions, entry: ContinuedSession | undefined): string {
  return resolve(cwd ?? entry?.workspace ?? '.');
}

/** How a turn is run in a sandbox. What that can't do is refused here, before an agent is installed. */
export function chooseSandbox(
  options: ExecOptions,
  { entry }: ChosenSession,
  sandbox: SandboxProvider,
): ChosenSandbox {
  const { network, containerImage: image } = options;
  checkAbilities(sandbox, { network, image });
  return {
    sandbox,
    cwd: workspaceOf(options, entry),
    allowHome: options.yesMyHome ?? false,
    network,
    permission: options.permission ?? defaultPermission(sandbox.abilities),
    projectSettings: options.trustProject ? 'trust' : defaultProjectSettings(sandbox.abilities),
    image,
    agentFrom: chooseAgentSource(sandbox, options.agentFrom),
    ...(entry?.sandbox !== undefined &&
      options.sandbox === undefined &&
      entry.sandbox !== sandbox.kind && { sessionKind: entry.sandbox }),
  };
}

/** A session that ran unconfined does so again only if `--sandbox process` is given again. */
function inSession(entry: ContinuedSession | undefined): (error: unknown) => never {
  return (error) => {
    if (entry?.sandbox !== 'process' || errorCode(error) !== 'sandbox_unavailable') throw error;
    throw new DragomanError(
      'sandbox_unavailable',
      `${errorMessage(error)} The session ran without one before. To continue it so: dragoman exec --resume ${entry.sessionId} --sandbox process`,
      { cause: error },
    );
  };
}

/** One line with the agent, its workspace and what confines it. */
export function sandboxLine(
  { name, version }: AgentReference,
  chosen: ChosenSandbox,
  access: ModelAccess,
): Line {
  const { sandbox, cwd, network, permission, projectSettings, sessionKind } = chosen;
  const folder = harmlessName(shortPath(cwd, { home: homedir() }));
  const start = { text: `${name} ${version}`, format: 'bold' as const };
  const where = { text: ` in ${folder}${MODELS[access.kind]} · `, format: 'dim' as const };
  if (!sandbox.abilities.confinesFiles) {
    const project =
      projectSettings === 'trust' ? '; files of the project can make it run anything' : '';
    const words = `sandbox: ${sandbox.kind}, nothing confines the agent (${postureOf(name, permission)}${project})`;
    return [start, where, { text: words, format: 'yellow' }];
  }
  const reach = network ?? sandbox.abilities.networks[0];
  const posture = permission === 'bypass' ? '' : ` · ${postureOf(name, permission)}`;
  const before =
    sessionKind === undefined ? '' : ` (the session had ${sessionKind}: --sandbox ${sessionKind})`;
  const words = `sandbox: ${sandbox.kind}${before}, network: ${reach}${posture}`;
  return [start, where, { text: words, format: 'dim' }];
}

/** Why the agent doesn't see the repository that its workspace seems to be a part of. */
export function repositoryLine(
  { sandbox, cwd }: ChosenSandbox,
  { hideRepository }: ExecOptions,
): Line[] {
  if (!sandbox.abilities.confinesFiles || hideRepository) return [];
  const { refused } = findRepository(realOrSame(cwd), [defaultStateDirectory()]);
  return refused === undefined ? [] : [[{ text: `! ${harmlessLine(refused)}`, format: 'yellow' }]];
}

/** What a CLI does without asking in its default posture differs between agents. */
function postureOf(name: AgentReference['name'], permission: Permission): string {
  if (permission !== 'default') return POSTURES[permission];
  return `it ${agents[name].unasked}; --permission acceptEdits lets it edit`;
}
