import type { Agent } from '../agent.js';
import { createAbilities } from '../agent-abilities.js';
import { opencodeAbilities } from './abilities.js';
import { opencodeCommand } from './command.js';
import { opencodeCoveragePage } from './coverage.js';
import { opencodeExecutables } from './executable.js';
import { opencodeInterpreter } from './interpreter.js';
import { opencodeKeys } from './keys.js';

/** OpenCode. */
export const opencodeAgent: Agent = {
  name: 'opencode',
  packageName: 'opencode-ai',
  version: '1.18.33',
  dialect: 'anthropic',
  keys: opencodeKeys,
  command: opencodeCommand,
  abilities: createAbilities(opencodeAbilities),
  executables: opencodeExecutables,
  interpreter: opencodeInterpreter,
  coveragePage: opencodeCoveragePage,
};
