/** gemini: what is Gemini CLI's own. */

export type { StdoutMapper } from '../interpret/stdout-mapper.js';
export { createGeminiLive } from './live.js';
export { loadSession } from './load-session.js';
export type * from './native.js';
export { createGeminiSaved } from './saved.js';
export { createGeminiStdoutMapper } from './stdout-mapper.js';
