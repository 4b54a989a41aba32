import type { CallResult } from '../../interpret/call-register.js';
import { readMcpResult } from '../tools.js';

/** What a tool of an MCP server answered, or why it couldn't. */
export function mcpResult(native: unknown): CallResult {
  const { output, failed, error } = readMcpResult(native);
  return {
    status: failed ? 'error' : 'success',
    ...(output !== undefined && { output }),
    ...(error !== undefined && { error }),
  };
}
