/** OpenCode's tools: its calls and their results in the common vocabulary. Pure functions. */

export type { NativeCall } from './tools/native-call.js';
export { readToolPart, type ToolPartContent } from './tools/read-tool-part.js';
export { toCommonCall } from './tools/to-common-call.js';
