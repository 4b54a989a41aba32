import type { AgentKeys } from '../model-access.js';

export const claudeKeys: AgentKeys = {
  keyVariables: ['ANTHROPIC_API_KEY'],
  urlVariables: ['ANTHROPIC_BASE_URL'],
  providerUrl: 'https://api.anthropic.com',
};
