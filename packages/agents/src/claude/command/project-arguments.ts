import type { TurnRequest } from '../../agent-command.js';
import { compareVersions, type ProjectFileTable } from '../../version-support.js';

interface ProjectArguments {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
}

/** The first with an option for which settings count. */
const SETTING_SOURCES_SINCE = '1.0.126';

/** The files of a project that an older Claude Code can't be kept from. */
export const claudeProjectFiles: ProjectFileTable = {
  '.claude': { before: SETTING_SOURCES_SINCE },
  '.mcp.json': { before: SETTING_SOURCES_SINCE },
};

/** A folder of HOME whose `CLAUDE.md` stands for that of the workspace. */
const STAND_IN = '.claude/project';

/**
 * Keeps Claude Code from the settings, hooks, commands, skills and tool servers of the project. It
 * would leave out the project's `CLAUDE.md`, too: so a folder is added whose `CLAUDE.md` imports it (2.1.197;
 * 2.0.50 still leaves it out). The workspace must not be added: newer versions look for plugins
 * in the settings of added folders.
 */
export function projectArguments(request: TurnRequest): ProjectArguments {
  const isOption = compareVersions(request.version, SETTING_SOURCES_SINCE) >= 0;
  if (request.projectSettings !== 'ignore' || !isOption) return { args: [], env: {}, files: {} };
  const standIn = `${request.home}/${STAND_IN}`;
  return {
    args: ['--setting-sources', 'user', '--strict-mcp-config', '--add-dir', standIn],
    env: { CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD: '1' },
    files: { [`${STAND_IN}/CLAUDE.md`]: imports(request.cwd) },
  };
}

/** An import ends at white space, but for an escaped blank. Files that aren't there are passed over. */
function imports(cwd: string): string {
  const folder = cwd.replaceAll(' ', '\\ ');
  return ['CLAUDE.md', '.claude/CLAUDE.md'].map((file) => `@${folder}/${file}\n`).join('');
}
