import type { Agent } from '../agent.js';
import { createAbilities } from '../agent-abilities.js';
import { createProjectFiles } from '../version-support.js';
import { opencodeAbilities } from './abilities.js';
import { opencodeCommand } from './command.js';
import { opencodeExecutables } from './executable.js';
import { opencodeKeys } from './keys.js';
import { createOpencodeLive, opencodeLiveRules } from './live.js';
import { opencodeModels } from './models.js';
import { opencodeOwnOptions } from './own-options.js';
import { opencodePinned } from './pinned.js';
import { opencodeProjectFiles } from './project-files.js';
import { recogniseOpencode } from './recognise.js';
import { createOpencodeSaved, opencodeSavedRules } from './saved.js';
import { opencodeSessions } from './sessions.js';
import { opencodeUsage } from './usage-format.js';

/** OpenCode. */
export const opencodeAgent: Agent = {
  name: 'opencode',
  packageName: 'opencode-ai',
  version: '1.18.33',
  pinned: opencodePinned,
  recorded: { oldest: '1.0.152', newest: '1.18.33' },
  dialect: 'anthropic',
  keys: opencodeKeys,
  models: opencodeModels,
  mentions: {
    workspace: [/\b[Ww]orking directory: (\/[^\n]*)/],
    homeFolders: ['.config/opencode', '.local/share/opencode'],
  },
  command: opencodeCommand,
  ownOptions: opencodeOwnOptions,
  abilities: createAbilities(opencodeAbilities),
  projectFiles: createProjectFiles(opencodeProjectFiles),
  // Bun unpacks the program's libraries there at every start.
  disposable: ['tmp', '.local/share/opencode/log'],
  unasked: 'reads, and runs no commands',
  executables: opencodeExecutables,
  interpreter: {
    live: createOpencodeLive,
    saved: createOpencodeSaved,
    recognise: recogniseOpencode,
    rules: { live: opencodeLiveRules, saved: opencodeSavedRules },
    sessions: opencodeSessions,
    usage: opencodeUsage,
  },
};
