import type { AgentKeys } from '../agent-keys.js';

/** Codex's own variables before OpenAI's. */
export const codexKeys: AgentKeys = {
  keyVariables: ['CODEX_API_KEY', 'OPENAI_API_KEY'],
  urlVariables: ['CODEX_BASE_URL', 'OPENAI_BASE_URL'],
  providerUrl: 'https://api.openai.com/v1',
};
