/** Gemini CLI's tools: native calls and results in the common vocabulary. Pure functions. */

export { displayChanges } from './tools/display-changes.js';
export { failedResult } from './tools/failure-words.js';
export { imageOf } from './tools/image-of.js';
export type { NativeCall } from './tools/native-call.js';
export { type ResponseOutput, readResponse } from './tools/response-output.js';
export { readShellDisplay } from './tools/shell-display.js';
export { readShellOutput } from './tools/shell-output.js';
export { toCommonCall } from './tools/to-common-call.js';
export { unwrapUntrusted } from './tools/untrusted.js';
