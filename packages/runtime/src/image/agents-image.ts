import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AgentName, agentNames, agents } from '@dragoman/agents';
import { exactVersion } from '@dragoman/agents/internal';
import { DragomanError } from '@dragoman/protocol';
import { buildImage, type ImageBuild } from '@dragoman/sandbox';

export interface AgentsImageBuild
  extends Pick<
    ImageBuild,
    'engine' | 'network' | 'environment' | 'signal' | 'onOutput' | 'onCommand'
  > {
  /** A Linux with Node. Default: the Containerfile's. */
  readonly baseImage?: string;
  readonly versions?: ImageVersions;
  /** Default: called after the versions in it. */
  readonly tag?: string;
  /** What is installed beside the agents, by the names of the base's packages. Empty: nothing. */
  readonly tools?: readonly string[];
  /** The npmrc for a private registry. It doesn't stay in the image. */
  readonly npmrc?: string;
}

/** Builds the image with the agents in it, and gives its name. Only exact versions are accepted. */
export async function buildAgentsImage(options: AgentsImageBuild = {}): Promise<string> {
  const { baseImage, versions = {}, tools, npmrc, ...build } = options;
  for (const name of agentNames) {
    if (versions[name]) exactVersion(versions[name], name);
  }
  const tag = options.tag ?? agentsImageName(versions);
  const environment = options.environment ?? process.env;
  // A network that looks into its traffic is trusted by this, as npm does here.
  const certificates = environment.NODE_EXTRA_CA_CERTS;
  await buildImage({
    ...build,
    tag,
    folder: agentsImageFolder(),
    arguments: {
      ...(baseImage !== undefined && { BASE_IMAGE: baseImage }),
      ...(tools !== undefined && { TOOLS: tools.join(' ') }),
      ...versionArguments(versions),
    },
    secrets: {
      ...(certificates && { ca: resolve(certificates) }),
      ...(npmrc !== undefined && { npmrc: resolve(npmrc) }),
    },
  });
  return tag;
}

function versionArguments(versions: ImageVersions): Record<string, string> {
  const named = agentNames.map((name) => [
    `${name.toUpperCase()}_VERSION`,
    imageVersion(name, versions),
  ]);
  return Object.fromEntries(named);
}

/** Versions of agents in an image. An empty one leaves the agent out; without one it is the registry's. */
export type ImageVersions = Readonly<Partial<Record<AgentName, string>>>;

/** The version of an agent in an image, or an empty text when it is not in it. */
function imageVersion(name: AgentName, asked: ImageVersions): string {
  return asked[name] ?? agents[name].version;
}

/**
 * What the image with these agents is called: by their versions, so that an image that is there is
 * the one that is wanted.
 */
export function agentsImageName(asked: ImageVersions = {}): string {
  const inside = agentNames.filter((name) => imageVersion(name, asked) !== '');
  const tag = inside.map((name) => `${name}-${imageVersion(name, asked)}`).join('-');
  return `dragoman-agents:${tag.replace(/[^\w.-]/g, '-') || 'none'}`;
}

/**
 * The folder with the Containerfile of the agents' image and what it copies. It is looked for upwards:
 * this may run from its source, its build, or the one file that the command is put into.
 */
export function agentsImageFolder(): string {
  const own = dirname(fileURLToPath(import.meta.url));
  for (let folder = own; folder !== dirname(folder); folder = dirname(folder)) {
    const candidate = join(folder, 'containers', 'agents');
    if (existsSync(join(candidate, 'Containerfile'))) return candidate;
  }
  throw new DragomanError(
    'image_files_missing',
    `There is no containers/agents/Containerfile above ${own}: images of agents are built from a clone of Dragoman's repository.`,
  );
}
