import type { AbilityTable } from '../agent-abilities.js';

/** Since when OpenCode can do what. */
export const opencodeAbilities: AbilityTable = {
  // Older ones fetch their list of models at every start, and end without a word if they can't.
  streaming: { since: '1.0.152' },
  resume: {},
  fork: { since: '1.1.56' },
  // `OPENCODE_DB`
  ephemeral: { since: '1.3.0' },
  images: {},
  input: { never: 'its `run` reads the prompt once.' },
  outputSchema: { never: 'its `run` has no way to ask for that.' },
  maxTurns: {
    never:
      'it ends with a summary there, as if it had succeeded. `budget.requests` is a limit for every agent.',
  },
  retries: { never: 'how often it tries again is fixed.' },
  mcpServers: {},
  'mcpServers with a url': {},
  deltas: { never: 'it prints a text when it is complete.' },
  // `--thinking`
  reasoning: { since: '1.1.53' },
  cost: {},
  'permission default': {},
  'permission plan': {},
  'permission acceptEdits': {},
  'permission bypass': {},
  // `--variant`
  'reasoningEffort none': { since: '1.1.11' },
  'reasoningEffort minimal': { since: '1.1.11' },
  'reasoningEffort low': { since: '1.1.11' },
  'reasoningEffort medium': { since: '1.1.11' },
  'reasoningEffort high': { since: '1.1.11' },
  'reasoningEffort xhigh': { since: '1.1.11' },
};
