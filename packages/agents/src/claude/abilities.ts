import type { AbilityTable } from '../agent-abilities.js';

/** The versions in which Claude Code got its abilities. */
export const claudeAbilities: AbilityTable = {
  // `--permission-mode`. `--output-format stream-json` is older.
  streaming: { since: '1.0.15' },
  resume: {},
  // Before `--fork-session`, of 1.0.119, every resume was a fork.
  fork: {},
  ephemeral: { since: '2.0.64' },
  // `--input-format stream-json` is older; a message of several parts isn't.
  images: { since: '1.0.63' },
  // Before, its file doesn't hold a prompt that was taken into a turn under way.
  input: { since: '2.1.97' },
  outputSchema: { since: '2.0.45' },
  maxTurns: {},
  retries: { since: '1.0.44' },
  mcpServers: {},
  // Servers over HTTP are older; variables for their tokens aren't.
  'mcpServers with a url': { since: '1.0.48' },
  deltas: { since: '1.0.108' },
  reasoning: {},
  cost: {},
  'permission default': {},
  'permission plan': {},
  'permission acceptEdits': {},
  'permission bypass': {},
  'reasoningEffort none': {},
  'reasoningEffort minimal': { never: 'its efforts begin with low.' },
  'reasoningEffort low': { since: '2.1.38' },
  'reasoningEffort medium': { since: '2.1.38' },
  'reasoningEffort high': { since: '2.1.38' },
  'reasoningEffort xhigh': { since: '2.1.111' },
};
