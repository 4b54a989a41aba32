import { DragomanError } from '@dragoman/protocol';
import { errorCode, errorMessage } from '@dragoman/protocol/internal';
import type { ContainerImage, ContainerSandboxes, SandboxProvider } from '@dragoman/sandbox';
import { type AgentVersion, agentIn } from '../agent-version.js';
import { agentsImageName } from '../image/agents-image.js';
import { findInstalled, type InstalledAgent, launchOf } from '../install/find-installed.js';

/** Where the CLI that runs comes from: the image of the sandbox, or this machine's installs. */
export type AgentSource = 'image' | 'cache';

/**
 * The source that was asked for; without one the image, where the kind of sandbox has images. Throws
 * `sandbox_unsupported` for an image that it can't have.
 */
export function chooseAgentSource(
  provider: SandboxProvider,
  asked: AgentSource | undefined,
): AgentSource {
  if (hasImages(provider)) return asked ?? 'image';
  if (asked !== 'image') return 'cache';
  throw new DragomanError(
    'sandbox_unsupported',
    `A sandbox of the kind ${provider.kind} has no image that an agent could be taken from. Leave that out, or take the kind container.`,
  );
}

/** A CLI as a sandbox finds it. */
export interface AgentProgram {
  readonly executable: string;
  /** Before those of the turn. */
  readonly args: readonly string[];
  readonly searchPath: readonly string[];
  /** What of this machine it needs. */
  readonly readable: readonly string[];
  /** The image that has it. */
  readonly image?: string;
}

interface AgentProgramOptions {
  readonly agent: AgentVersion;
  readonly provider: SandboxProvider;
  /** Default: the image, where the kind of sandbox has images. */
  readonly source?: AgentSource | undefined;
  readonly image?: string | undefined;
  readonly cacheDir?: string | undefined;
  /** Where it is recorded what was installed. */
  readonly stateDirectory: string;
}

/** Finds a CLI of exactly one version. What is missing is an error that says how to get it. */
export async function findAgentProgram(options: AgentProgramOptions): Promise<AgentProgram> {
  const { provider } = options;
  const source = chooseAgentSource(provider, options.source);
  return source === 'image' && hasImages(provider)
    ? fromImage(options, provider)
    : fromCache(options);
}

async function fromCache(options: AgentProgramOptions): Promise<AgentProgram> {
  const { agent, cacheDir, stateDirectory, provider } = options;
  const installed = await requireInstalled(agent, cacheDir, stateDirectory);
  const { executable, args } = launchOf(installed);
  const { directory, kind, searchPath } = installed;
  // An image has its Node anywhere on its PATH.
  const isForeign = kind === 'node' && hasImages(provider);
  return {
    executable: isForeign ? 'node' : executable,
    args,
    searchPath,
    readable: hasImages(provider) ? [directory] : [directory, process.execPath],
  };
}

async function fromImage(
  { agent, image }: AgentProgramOptions,
  provider: ContainerSandboxes,
): Promise<AgentProgram> {
  const { name, labels } = await findImage(agent, image, provider);
  const version = labels[`dragoman.agent.${agent.name}`];
  if (version === agent.version) {
    return { executable: agent.name, args: [], searchPath: [], readable: [], image: name };
  }
  const has = version ? `${agent.name} ${version}` : `no ${agent.name}`;
  throw new DragomanError(
    'image_agent_missing',
    `The image ${name} has ${has}, not ${agent.version}: build one with it (${buildCommand(agent)}), or take the CLI from this machine: --agent-from cache (agentFrom: 'cache').`,
  );
}

/** The image that was asked for, else the provider's own, else the one that is built for this version. */
async function findImage(
  agent: AgentVersion,
  asked: string | undefined,
  provider: ContainerSandboxes,
): Promise<ContainerImage> {
  if (asked !== undefined) return provider.image(asked).catch(withCommand(agent));
  return provider.image().catch(onlyIfMissing(() => ownImage(agent, provider)));
}

function ownImage(agent: AgentVersion, provider: ContainerSandboxes): Promise<ContainerImage> {
  const name = agentsImageName({ [agent.name]: agent.version });
  const missing = `There is no image ${name}: build it with ${buildCommand(agent)}, or name another.`;
  return provider.image(name).catch(
    onlyIfMissing(() => {
      throw new DragomanError('sandbox_image_missing', missing);
    }),
  );
}

/** A sandbox knows of no agents, and so of no command that makes an image of them. */
function withCommand(agent: AgentVersion): (error: unknown) => never {
  return (error) => {
    if (errorCode(error) !== 'sandbox_image_missing') throw error;
    throw new DragomanError(
      'sandbox_image_missing',
      `${errorMessage(error)} One with ${agent.name} ${agent.version} in it is made by: ${buildCommand(agent)}`,
      { cause: error },
    );
  };
}

function buildCommand(agent: AgentVersion): string {
  const { name, version } = agent;
  const isDefault = version === agentIn(agent).version;
  return `dragoman agents image build${isDefault ? '' : ` --${name} ${version}`}`;
}

function onlyIfMissing<Result>(
  otherwise: () => Result | Promise<Result>,
): (error: unknown) => Result | Promise<Result> {
  return (error) => {
    if (errorCode(error) !== 'sandbox_image_missing') throw error;
    return otherwise();
  };
}

/** The install of a CLI. A turn doesn't install what is missing: that may take minutes. */
async function requireInstalled(
  agent: AgentVersion,
  cacheDir: string | undefined,
  stateDirectory: string,
): Promise<InstalledAgent> {
  const installed = await findInstalled(agent, cacheDir, stateDirectory);
  if (installed !== undefined) return installed;
  const reference = `${agent.name}@${agent.version}`;
  throw new DragomanError(
    'agent_not_installed',
    `${reference} is not installed: run \`dragoman agents install ${reference}\`.`,
  );
}

/** Whether sandboxes are made of images that can be looked into. */
function hasImages(provider: SandboxProvider): provider is ContainerSandboxes {
  return provider.abilities.images && 'image' in provider;
}
