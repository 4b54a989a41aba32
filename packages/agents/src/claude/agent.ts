import type { Agent } from '../agent.js';
import { createAbilities } from '../agent-abilities.js';
import { claudeAbilities } from './abilities.js';
import { resumesInPlace } from './command/session-arguments.js';
import { claudeCommand } from './command.js';
import { claudeCoveragePage } from './coverage.js';
import { claudeExecutables } from './executable.js';
import { claudeInterpreter } from './interpreter.js';
import { claudeKeys } from './keys.js';

/** Claude Code. */
export const claudeAgent: Agent = {
  name: 'claude',
  packageName: '@anthropic-ai/claude-code',
  version: '2.1.197',
  dialect: 'anthropic',
  keys: claudeKeys,
  keepsSessionId: resumesInPlace,
  command: claudeCommand,
  abilities: createAbilities(claudeAbilities),
  executables: claudeExecutables,
  interpreter: claudeInterpreter,
  coveragePage: claudeCoveragePage,
};
