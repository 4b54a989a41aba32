/** claude: what is Claude Code's own, by the names its users know. */

export type { StdoutMapper } from '../interpret/stdout-mapper.js';
export { createClaudeLive } from './live.js';
export { loadSession } from './load-session.js';
export type * from './native.js';
export { createClaudeSaved } from './saved.js';
export { createClaudeStdoutMapper } from './stdout-mapper.js';
