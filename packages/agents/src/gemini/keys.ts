import type { AgentKeys } from '../model-access.js';

export const geminiKeys: AgentKeys = {
  keyVariables: ['GEMINI_API_KEY'],
  urlVariables: ['GOOGLE_GEMINI_BASE_URL'],
  providerUrl: 'https://generativelanguage.googleapis.com',
};
