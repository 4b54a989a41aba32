/** codex: what is Codex's own, by the names its users know. */

export type {
  StdoutMapper,
  StdoutMapper as CodexStdoutMapper,
} from '../interpret/translator.js';
export { codexAccessFromEnvironment } from './keys.js';
export { type CodexLiveOptions, createCodexLive } from './live.js';
export type * from './native.js';
export { parse } from './parse.js';
export { createCodexSaved } from './saved.js';
export { loadSession } from './sessions.js';
export { createCodexStdoutMapper } from './stdout-mapper.js';
export { spellOutChanges } from './tools/changes.js';
