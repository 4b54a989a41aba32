import { type AgentReference, agents } from '@dragoman/agents';
import { DragomanError, errorCode, errorMessage } from '@dragoman/protocol';
import type { ContainerImage, ContainerSandboxes, SandboxProvider } from '@dragoman/sandbox';
import { agentsImageName } from '../image/agents-image-name.js';
import { launchOf } from '../install/installed-agent.js';
import { type AgentSource, chooseAgentSource } from './agent-source.js';
import { hasImages } from './has-images.js';
import { requireInstalled } from './require-installed.js';

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

export interface AgentProgramOptions {
  readonly agent: AgentReference;
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
  // An image has a Node of its own, wherever it has it.
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
    `The image ${name} has ${has}, not ${agent.version}: build one with it (${buildCommand(agent)}), or take the CLI from this machine (agentFrom: 'cache', with exec --agent-from cache).`,
  );
}

/** The image that was asked for, else the provider's own, else the one that is built for this version. */
async function findImage(
  agent: AgentReference,
  asked: string | undefined,
  provider: ContainerSandboxes,
): Promise<ContainerImage> {
  if (asked !== undefined) return provider.image(asked).catch(withCommand(agent));
  return provider.image().catch(onlyIfMissing(() => ownImage(agent, provider)));
}

function ownImage(agent: AgentReference, provider: ContainerSandboxes): Promise<ContainerImage> {
  const name = agentsImageName({ [agent.name]: agent.version });
  const missing = `There is no image ${name}: build it with ${buildCommand(agent)}, or name another.`;
  return provider.image(name).catch(
    onlyIfMissing(() => {
      throw new DragomanError('sandbox_image_missing', missing);
    }),
  );
}

/** A sandbox knows of no agents, and so of no command that makes an image of them. */
function withCommand(agent: AgentReference): (error: unknown) => never {
  return (error) => {
    if (errorCode(error) !== 'sandbox_image_missing') throw error;
    throw new DragomanError(
      'sandbox_image_missing',
      `${errorMessage(error)} One with ${agent.name} ${agent.version} in it is made by: ${buildCommand(agent)}`,
      { cause: error },
    );
  };
}

function buildCommand({ name, version }: AgentReference): string {
  const isDefault = version === agents[name].version;
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
