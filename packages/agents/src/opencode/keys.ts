import type { AgentKeys } from '../model-access.js';

/** The keys of the provider of its default model. */
export const opencodeKeys: AgentKeys = {
  keyVariables: ['ANTHROPIC_API_KEY'],
  urlVariables: ['ANTHROPIC_BASE_URL'],
  providerUrl: 'https://api.anthropic.com',
};
