import { type AgentName, agentNames, agents } from '@dragoman/agents';

/** The agents whose output format has changed, and the first version with the current one. */
export function legacyFormats(): { readonly name: AgentName; readonly before: string }[] {
  return agentNames.flatMap((name) => {
    const { legacy } = agents[name].interpreter;
    return legacy === undefined ? [] : [{ name, before: legacy.before }];
  });
}
