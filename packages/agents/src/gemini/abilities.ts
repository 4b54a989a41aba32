import type { AbilityTable } from '../agent-abilities.js';

/** Since when Gemini CLI can do what. */
export const geminiAbilities: AbilityTable = {
  // `--output-format stream-json`
  streaming: { since: '0.11.3' },
  // Before, it takes `--resume` only with the prompt as an argument.
  resume: { since: '0.19.1' },
  fork: { never: 'it continues a session only in itself.' },
  ephemeral: { never: 'it always keeps its sessions.' },
  images: {},
  input: { never: 'it reads its prompt once.' },
  outputSchema: { never: 'it has no way to ask its model for that.' },
  maxTurns: {},
  // The setting `general.maxAttempts`
  retries: { since: '0.32.1' },
  mcpServers: {},
  'mcpServers with a url': {},
  deltas: {},
  reasoning: { never: 'it keeps thoughts to its session files.' },
  cost: { never: 'it counts tokens only.' },
  'permission default': {},
  'permission plan': { since: '0.26.0' },
  'permission acceptEdits': {},
  'permission bypass': {},
  // The setting `modelConfigs.customOverrides`, and in it a match for whatever model talks
  'reasoningEffort none': { since: '0.30.0' },
  'reasoningEffort minimal': { since: '0.30.0' },
  'reasoningEffort low': { since: '0.30.0' },
  'reasoningEffort medium': { since: '0.30.0' },
  'reasoningEffort high': { since: '0.30.0' },
  'reasoningEffort xhigh': { never: 'its models know no more than high.' },
};
