import type { AgentModels } from '../model-access.js';

/** Names for the newest of a sort. */
const SHORT = /^(auto|pro|flash)/;

export const geminiModels: AgentModels = {
  own: ['gemini-*'],
  // For summaries, checks of loops and of edits, and as a fallback when the main model is busy.
  small: ['gemini-*flash*'],
  // It asks for a newer model under some names (`pro`, `auto`, `gemini-3-pro-preview`), and stays with it.
  named: (model) => ({
    allow: [model],
    firstOf: ['gemini-*'],
    ...(!SHORT.test(model) && { own: model }),
  }),
};
