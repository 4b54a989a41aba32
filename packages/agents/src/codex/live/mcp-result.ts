import { readMcpResult } from '../tools.js';
import type { CallResult } from './call-register.js';

/** What a tool of an MCP server answered, or why it couldn't. */
export function mcpResult(native: unknown): CallResult {
  const { output, failed, error } = readMcpResult(native);
  return {
    status: failed ? 'error' : 'success',
    ...(output !== undefined && { output }),
    ...(error !== undefined && { error }),
  };
}
