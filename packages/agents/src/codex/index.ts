/** codex: what is Codex's own, by the names its users know. */

export type { StdoutMapper } from '../interpret/stdout-mapper.js';
export { codexAccessFromEnvironment } from './command/access-from-environment.js';
export { type CodexLiveOptions, createCodexLive } from './live.js';
export { loadSession } from './load-session.js';
export type * from './native.js';
export { parse } from './parse.js';
export { createCodexSaved } from './saved.js';
export { createCodexStdoutMapper } from './stdout-mapper.js';
export { spellOutChanges } from './tools/spell-out-changes.js';
