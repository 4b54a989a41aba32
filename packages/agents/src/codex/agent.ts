import type { Agent } from '../agent.js';
import { createAbilities } from '../agent-abilities.js';
import { compareVersions, createProjectFiles } from '../version-support.js';
import { codexAbilities } from './abilities.js';
import { codexCommand } from './command.js';
import { codexExecutables } from './executable.js';
import { codexKeys } from './keys.js';
import { codexLiveRules, createCodexLive } from './live.js';
import { codexLogin } from './login.js';
import { codexModels } from './models.js';
import { codexOwnOptions } from './own-options.js';
import { codexPinned } from './pinned.js';
import { codexProjectFiles } from './project-files.js';
import { recogniseCodex } from './recognise.js';
import { readCodexDiagnostic } from './refused-calls.js';
import { codexSavedRules, createCodexSaved } from './saved.js';
import { codexSessions } from './sessions.js';
import { codexUsage } from './usage-format.js';

/** Before, the end of a turn was nothing but the end of the process. */
const THREAD_EVENTS_SINCE = '0.44.0';

/** Codex. */
export const codexAgent: Agent = {
  name: 'codex',
  packageName: '@openai/codex',
  version: '0.166.0',
  pinned: codexPinned,
  recorded: { oldest: '0.20.0', newest: '0.166.0' },
  dialect: 'openai',
  keys: codexKeys,
  login: codexLogin,
  models: codexModels,
  saysTurnEnd: (version) => compareVersions(version, THREAD_EVENTS_SINCE) >= 0,
  mentions: {
    workspace: [/<cwd>(\/[^<\n]*)<\/cwd>/],
    homeFolders: ['.codex'],
  },
  command: codexCommand,
  ownOptions: codexOwnOptions,
  abilities: createAbilities(codexAbilities),
  projectFiles: createProjectFiles(codexProjectFiles),
  // Its own skills, its logs, and an index that it makes from the session files.
  disposable: ['.codex/skills/.system', '.codex/logs_*.sqlite*', '.codex/state_*.sqlite*', 'tmp'],
  unasked: "runs commands in Codex's own sandbox, where they may only read",
  executables: codexExecutables,
  interpreter: {
    live: createCodexLive,
    saved: createCodexSaved,
    recognise: recogniseCodex,
    diagnostic: readCodexDiagnostic,
    legacy: {
      before: '0.44',
      live: (options) => createCodexLive({ ...options, threadEvents: false }),
    },
    rules: { live: codexLiveRules, saved: codexSavedRules },
    sessions: codexSessions,
    usage: codexUsage,
  },
};
