import type { CommandPart, TurnRequest } from '../../agent-command.js';
import { compareVersions } from '../../version-support.js';
import { settingSourcesSince } from '../project-files.js';

/** A folder of HOME whose `CLAUDE.md` stands for that of the workspace. */
const STAND_IN = '.claude/project';

/**
 * Keeps Claude Code from the settings, hooks, commands, skills and tool servers of the project. It
 * would leave out the project's `CLAUDE.md`, too: so a folder is added whose `CLAUDE.md` imports it (2.1.197;
 * 2.0.50 still leaves it out). The workspace must not be added: newer versions look for plugins
 * in the settings of added folders.
 */
export function projectArguments(request: TurnRequest): CommandPart {
  const isOption = compareVersions(request.version, settingSourcesSince) >= 0;
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
