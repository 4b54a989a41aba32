import type { Agent } from '../agent.js';
import { createAbilities } from '../agent-abilities.js';
import { claudeAbilities } from './abilities.js';
import { claudeCommand } from './command.js';
import { claudeCoveragePage } from './coverage.js';
import { claudeExecutables } from './executable.js';
import { claudeInterpreter } from './interpreter.js';

/** Claude Code. */
export const claudeAgent: Agent = {
  name: 'claude',
  packageName: '@anthropic-ai/claude-code',
  version: '2.1.197',
  dialect: 'anthropic',
  command: claudeCommand,
  abilities: createAbilities(claudeAbilities),
  executables: claudeExecutables,
  interpreter: claudeInterpreter,
  coveragePage: claudeCoveragePage,
};
