import type { AbilityTable } from '../agent-abilities.js';

/** Since when `codex exec` can do what. */
export const codexAbilities: AbilityTable = {
  streaming: {},
  resume: { since: '0.36.0' },
  fork: { since: '0.148.0' },
  ephemeral: { since: '0.99.0' },
  // Before, images were a turn of their own, and the prompt after it was often never sent.
  images: { since: '0.53.0' },
  input: { never: 'its `exec` reads the prompt once.' },
  outputSchema: { since: '0.42.0' },
  maxTurns: { never: 'it has no such limit. `budget.requests` is one for every agent.' },
  retries: {},
  mcpServers: {},
  'mcpServers with a url': { since: '0.47.0' },
  deltas: { never: 'it prints a text when it is complete.' },
  reasoning: {},
  cost: { never: 'it counts tokens only.' },
  'permission default': {},
  'permission plan': { never: 'what it may do while it plans is what it may do by default.' },
  'permission acceptEdits': {},
  'permission bypass': {},
  'reasoningEffort none': { since: '0.58.0' },
  'reasoningEffort minimal': { since: '0.23.0' },
  'reasoningEffort low': {},
  'reasoningEffort medium': {},
  'reasoningEffort high': {},
  'reasoningEffort xhigh': { since: '0.59.0' },
};
