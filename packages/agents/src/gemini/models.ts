import type { AgentModels } from '../agent-models.js';

export const geminiModels: AgentModels = {
  own: ['gemini-*'],
  // Summaries, checks of loops and of edits, and what it falls back to when the other is busy.
  small: ['gemini-*flash*'],
  // It asks for a newer model under some names (`pro`, `auto`, `gemini-3-pro-preview`), and stays with it.
  named: (model) => ({ allow: [model], firstOf: ['gemini-*'] }),
};
