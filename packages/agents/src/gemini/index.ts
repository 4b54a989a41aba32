/** gemini: reads what Gemini CLI prints and saves. */

export type { StdoutMapper } from '../interpret/translator.js';
export { createGeminiLive } from './live.js';
export type * from './native.js';
export { createGeminiSaved } from './saved.js';
export { loadSession } from './sessions.js';
export { createGeminiStdoutMapper } from './stdout-mapper.js';
