import type { Agent } from '../agent.js';
import { createAbilities } from '../agent-abilities.js';
import { compareVersions, createProjectFiles } from '../version-support.js';
import { geminiAbilities } from './abilities.js';
import { geminiCommand } from './command.js';
import { geminiExecutables } from './executable.js';
import { geminiKeys } from './keys.js';
import { createGeminiLive, geminiLiveRules } from './live.js';
import { geminiModels } from './models.js';
import { geminiOwnOptions } from './own-options.js';
import { geminiPinned } from './pinned.js';
import { geminiProjectFiles } from './project-files.js';
import { recogniseGemini } from './recognise.js';
import { createGeminiSaved, geminiSavedRules } from './saved.js';
import { geminiSessions } from './sessions.js';
import { geminiUsage } from './usage-format.js';

/** Before, only where two tools had one name. */
const NAMES_SERVERS_SINCE = '0.33.0';

/** Gemini CLI. */
export const geminiAgent: Agent = {
  name: 'gemini',
  packageName: '@google/gemini-cli',
  version: '0.61.0',
  pinned: geminiPinned,
  recorded: { oldest: '0.8.2', newest: '0.61.0' },
  dialect: 'gemini',
  keys: geminiKeys,
  models: geminiModels,
  namesServers: (version) => compareVersions(version, NAMES_SERVERS_SINCE) >= 0,
  imagesInWorkspace: true,
  parsesToolTexts: () => true,
  hidesGitConfig: true,
  mentions: {
    workspace: [/\*\*Workspace Directories:\*\*\n\s*- (\/[^\n]*)/],
    homeFolders: ['.gemini'],
  },
  command: geminiCommand,
  ownOptions: geminiOwnOptions,
  abilities: createAbilities(geminiAbilities),
  projectFiles: createProjectFiles(geminiProjectFiles),
  disposable: ['tmp'],
  unasked: 'reads, and runs no commands',
  executables: geminiExecutables,
  interpreter: {
    live: createGeminiLive,
    saved: createGeminiSaved,
    recognise: recogniseGemini,
    rules: { live: geminiLiveRules, saved: geminiSavedRules },
    sessions: geminiSessions,
    usage: geminiUsage,
  },
};
