import { type AgentName, agentNames, agents } from '@dragoman/agents';

/** Versions of agents in an image. An empty one leaves the agent out; without one it is the registry's. */
export type ImageVersions = Readonly<Partial<Record<AgentName, string>>>;

/** The version of an agent in an image, or an empty text when it is not in it. */
export function imageVersion(name: AgentName, asked: ImageVersions): string {
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
