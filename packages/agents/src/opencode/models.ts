import type { AgentModels } from '../model-access.js';

export const opencodeModels: AgentModels = {
  own: ['claude-*'],
  // Its settings name the turn's model for small tasks, too.
  small: [],
  // Before the first slash stands the provider.
  named: (model) => ({ allow: [model.replace(/^[^/]*\//, '')], firstOf: [] }),
};
