import type { AgentKeys } from '../agent-keys.js';

export const geminiKeys: AgentKeys = {
  keyVariables: ['GEMINI_API_KEY'],
  urlVariables: ['GOOGLE_GEMINI_BASE_URL'],
  providerUrl: 'https://generativelanguage.googleapis.com',
};
