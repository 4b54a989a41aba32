import type { AgentModels } from '../agent-models.js';

export const opencodeModels: AgentModels = {
  own: ['claude-*'],
  // It is told to take the turn's model for small tasks, too.
  small: [],
  // Before the first slash stands the provider.
  named: (model) => ({ allow: [model.replace(/^[^/]*\//, '')], firstOf: [] }),
};
