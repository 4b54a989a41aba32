/** opencode: reads what OpenCode prints and saves. */

export { createOpencodeLive } from './live.js';
export type * from './native.js';
export { createOpencodeSaved } from './saved.js';
export { loadSession } from './sessions.js';
export { createOpencodeStdoutMapper } from './stdout-mapper.js';
