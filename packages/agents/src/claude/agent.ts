import type { Agent } from '../agent.js';
import { createAbilities } from '../agent-abilities.js';
import { createProjectFiles } from '../version-support.js';
import { claudeAbilities } from './abilities.js';
import { claudeInputLine } from './command/stdin.js';
import { claudeCommand, resumesSameSession } from './command.js';
import { claudeExecutables } from './executable.js';
import { claudeKeys } from './keys.js';
import { claudeLiveRules, createClaudeLive } from './live.js';
import { claudeLogin } from './login.js';
import { claudeModels } from './models.js';
import { claudeOwnOptions } from './own-options.js';
import { claudePinned } from './pinned.js';
import { claudeProjectFiles } from './project-files.js';
import { recogniseClaude } from './recognise.js';
import { claudeSavedRules, createClaudeSaved } from './saved.js';
import { claudeSessions } from './sessions.js';
import { claudeUsage } from './usage-format.js';

/** Claude Code. */
export const claudeAgent: Agent = {
  name: 'claude',
  packageName: '@anthropic-ai/claude-code',
  version: '2.1.197',
  pinned: claudePinned,
  recorded: { oldest: '1.0.100', newest: '2.1.325' },
  dialect: 'anthropic',
  keys: claudeKeys,
  login: claudeLogin,
  models: claudeModels,
  keepsSessionId: resumesSameSession,
  answerTool: 'StructuredOutput',
  mentions: {
    workspace: [/\b[Ww]orking directory: (\/[^\n]*)/],
    homeFolders: ['.claude'],
  },
  command: claudeCommand,
  inputLine: claudeInputLine,
  ownOptions: claudeOwnOptions,
  abilities: createAbilities(claudeAbilities),
  projectFiles: createProjectFiles(claudeProjectFiles),
  disposable: ['tmp'],
  unasked: 'reads files and runs commands that only read',
  executables: claudeExecutables,
  interpreter: {
    live: createClaudeLive,
    saved: createClaudeSaved,
    recognise: recogniseClaude,
    rules: { live: claudeLiveRules, saved: claudeSavedRules },
    sessions: claudeSessions,
    usage: claudeUsage,
  },
};
