/** claude: reading what Claude Code prints and saves. */

export type { StdoutMapper } from '../interpret/translator.js';
export { createClaudeLive, createClaudeStdoutMapper } from './live.js';
export { createClaudeSaved } from './saved.js';
export { loadSession } from './sessions.js';
