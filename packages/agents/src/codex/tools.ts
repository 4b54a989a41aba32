/** Codex's tools: native calls, patches and outputs in the common vocabulary. Pure functions. */

export { type AgentCall, agentCall, readAgentAnswer } from './tools/agent-calls.js';
export {
  type NativeCall,
  type ReadCall,
  readCall,
  readPlanItems,
  webSearchQuery,
} from './tools/calls.js';
export { readNativeChanges } from './tools/changes.js';
export { readMcpResult } from './tools/mcp.js';
export { durationOf, readToolOutput, type ToolOutput } from './tools/output.js';
export { readTruncation } from './tools/truncation.js';
