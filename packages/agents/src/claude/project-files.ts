import type { ProjectFileTable } from '../version-support.js';

/** The first with an option for which settings count. */
export const settingSourcesSince = '1.0.126';

/** The files of a project that an older Claude Code can't be kept from. */
export const claudeProjectFiles: ProjectFileTable = {
  '.claude': { before: settingSourcesSince },
  '.mcp.json': { before: settingSourcesSince },
};
