/** Codex's tools: native calls, patches and outputs in the common vocabulary. Pure functions. */

export { type AgentCall, agentCall } from './tools/agent-call.js';
export type { CallContext } from './tools/command-call.js';
export { type FoundPatch, findPatch } from './tools/find-patch.js';
export { readMcpContent, readMcpResult } from './tools/mcp-content.js';
export type { NativeCall } from './tools/native-call.js';
export { readNativeChanges } from './tools/native-changes.js';
export { planItems } from './tools/plan-items.js';
export { readToolOutput } from './tools/read-output.js';
export { changesOfCall, type ReadCall, readCall, toCommonCall } from './tools/to-common-call.js';
export type { ToolOutput } from './tools/tool-output.js';
export { type CutText, readTruncation } from './tools/truncation.js';
export { webSearchQuery } from './tools/web-search-query.js';
