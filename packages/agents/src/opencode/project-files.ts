import type { ProjectFileTable } from '../version-support.js';
import { followsPwdSince } from './command.js';

/**
 * What OpenCode can't be kept from. `OPENCODE_DISABLE_PROJECT_CONFIG` and `--pure` keep it from most,
 * but 1.18.33 still loads plugins. Before it could be started elsewhere, the path mappings of a
 * project's TypeScript settings led its own imports to files of the project, too.
 */
export const opencodeProjectFiles: ProjectFileTable = {
  'opencode.json': {},
  'opencode.jsonc': {},
  '.opencode': {},
  'tsconfig.json': { before: followsPwdSince },
  'jsconfig.json': { before: followsPwdSince },
};
