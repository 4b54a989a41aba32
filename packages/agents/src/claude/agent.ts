import type { Agent } from '../agent.js';
import { createAbilities } from '../agent-abilities.js';
import { createProjectFiles } from '../project-files.js';
import { claudeAbilities } from './abilities.js';
import { resumesSameSession } from './command/session-arguments.js';
import { claudeCommand } from './command.js';
import { claudeCoveragePage } from './coverage.js';
import { claudeExecutables } from './executable.js';
import { claudeInterpreter } from './interpreter.js';
import { claudeKeys } from './keys.js';
import { claudeModels } from './models.js';
import { claudePinned } from './pinned.js';
import { claudeProjectFiles } from './project-files.js';

/** Claude Code. */
export const claudeAgent: Agent = {
  name: 'claude',
  packageName: '@anthropic-ai/claude-code',
  version: '2.1.197',
  pinned: claudePinned,
  dialect: 'anthropic',
  keys: claudeKeys,
  models: claudeModels,
  keepsSessionId: resumesSameSession,
  command: claudeCommand,
  abilities: createAbilities(claudeAbilities),
  projectFiles: createProjectFiles(claudeProjectFiles),
  unasked: 'reads files and runs commands that only read',
  executables: claudeExecutables,
  interpreter: claudeInterpreter,
  coveragePage: claudeCoveragePage,
};
