import type { Agent } from '../agent.js';
import { createAbilities } from '../agent-abilities.js';
import { createProjectFiles } from '../version-support.js';
import { opencodeAbilities } from './abilities.js';
import { opencodeCommand } from './command.js';
import { opencodeExecutables } from './executable.js';
import { opencodeInterpreter } from './interpreter.js';
import { opencodeKeys } from './keys.js';
import { opencodeModels } from './models.js';
import { opencodePinned } from './pinned.js';
import { opencodeProjectFiles } from './project-files.js';

/** OpenCode. */
export const opencodeAgent: Agent = {
  name: 'opencode',
  packageName: 'opencode-ai',
  version: '1.18.33',
  pinned: opencodePinned,
  dialect: 'anthropic',
  keys: opencodeKeys,
  models: opencodeModels,
  mentions: {
    workspace: [/\b[Ww]orking directory: (\/[^\n]*)/],
    homeFolders: ['.config/opencode', '.local/share/opencode'],
  },
  command: opencodeCommand,
  abilities: createAbilities(opencodeAbilities),
  projectFiles: createProjectFiles(opencodeProjectFiles),
  unasked: 'reads, and runs no commands',
  executables: opencodeExecutables,
  interpreter: opencodeInterpreter,
};
