import { join } from 'node:path';
import type { SessionLayout } from '../../sessions/session-layout.js';

const NAME = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.jsonl$/i;
const EXTENSION = '.jsonl';

/**
 * Where Claude Code keeps its sessions: a folder for each folder it worked in, named after that in a
 * way that can't be undone. The files of sub-agents lie beside them, or in folders of the sessions.
 */
export const claudeLayout: SessionLayout = {
  home: ({ CLAUDE_CONFIG_DIR }, userHome) =>
    CLAUDE_CONFIG_DIR === undefined || CLAUDE_CONFIG_DIR === ''
      ? join(userHome, '.claude')
      : CLAUDE_CONFIG_DIR,
  folders: (home) => [{ path: join(home, 'projects'), archived: false }],
  depth: 1,
  idOf: (name) => (NAME.test(name) ? name.slice(0, -EXTENSION.length) : undefined),
};
