import type { AgentModels } from '../model-access.js';

export const codexModels: AgentModels = {
  own: ['gpt-*', 'codex-*', 'o3*', 'o4-mini*'],
  // Reviews of approvals, summaries of old turns, smaller tasks of an agent's own.
  small: ['codex-auto-review', 'codex-mini*', 'gpt-*-mini', 'gpt-*-nano', 'gpt-*-luna'],
};
