import { type AgentName, agentNames, agents } from '@dragoman/agents';

/** The agents that once printed another format, and the version that ended it. */
export function legacyFormats(): { readonly name: AgentName; readonly before: string }[] {
  return agentNames.flatMap((name) => {
    const { legacy } = agents[name].interpreter;
    return legacy === undefined ? [] : [{ name, before: legacy.before }];
  });
}
