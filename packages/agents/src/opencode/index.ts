/** opencode: what is OpenCode's own, by the names its users know. */

export { createOpencodeLive } from './live.js';
export { loadSession } from './load-session.js';
export type * from './native.js';
export { createOpencodeSaved } from './saved.js';
export { createOpencodeStdoutMapper } from './stdout-mapper.js';
