import type { ProjectFileTable } from '../project-files.js';
import { settingSourcesSince } from './command/project-arguments.js';

/** What Claude Code can't be kept from: it couldn't be told whose settings count. */
export const claudeProjectFiles: ProjectFileTable = {
  '.claude': { before: settingSourcesSince },
  '.mcp.json': { before: settingSourcesSince },
};
