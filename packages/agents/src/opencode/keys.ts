import type { AgentKeys } from '../agent-keys.js';

/** Those of the provider whose language its default model speaks. */
export const opencodeKeys: AgentKeys = {
  keyVariables: ['ANTHROPIC_API_KEY'],
  urlVariables: ['ANTHROPIC_BASE_URL'],
  providerUrl: 'https://api.anthropic.com',
};
