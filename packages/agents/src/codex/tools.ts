/** Codex's tools: native calls, patches and outputs in the common vocabulary. Pure functions. */

export { type AgentCall, agentCall } from './tools/agent-call.js';
export type { CallContext } from './tools/command-call.js';
export { commandOfArgv, commandOfText, quoteWords } from './tools/command-line.js';
export type { CommonCall, NativeCall, PlanCall } from './tools/common-call.js';
export { editCall } from './tools/edit-call.js';
export { readNativeChanges, resolveChanges, resolvePath } from './tools/file-changes.js';
export { type FoundPatch, findPatch } from './tools/find-patch.js';
export { imageSourceOf } from './tools/image-source-of.js';
export { readMcpContent, readMcpResult } from './tools/mcp-content.js';
export { mcpToolName } from './tools/mcp-tool-name.js';
export { type Patch, readPatch } from './tools/patch.js';
export { isPlanCall, planItems } from './tools/plan-items.js';
export { readToolOutput } from './tools/read-output.js';
export { splitWords } from './tools/split-words.js';
export { changesOfCall, toCommonCall } from './tools/to-common-call.js';
export type { ToolOutput } from './tools/tool-output.js';
export { type CutText, readTruncation } from './tools/truncation.js';
export { webSearchQuery } from './tools/web-search-query.js';
