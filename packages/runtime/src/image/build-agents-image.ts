import { resolve } from 'node:path';
import { agentNames } from '@dragoman/agents';
import { buildImage, type ImageBuild } from '@dragoman/sandbox';
import { agentsImageFolder } from './agents-image-folder.js';
import { agentsImageName, type ImageVersions, imageVersion } from './agents-image-name.js';

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
  /** The npmrc for a registry of one's own. It doesn't stay in the image. */
  readonly npmrc?: string;
}

/** Builds the image with the agents in it, and gives its name. */
export async function buildAgentsImage(options: AgentsImageBuild = {}): Promise<string> {
  const { baseImage, versions = {}, tools, npmrc, ...build } = options;
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
