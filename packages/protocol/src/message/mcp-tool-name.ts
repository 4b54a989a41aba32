const MCP_PREFIX = 'mcp__';

/** The server and the tool in the name of an MCP tool, or undefined for any other tool. */
export function parseMcpToolName(name: string): { server: string; tool: string } | undefined {
  if (!name.startsWith(MCP_PREFIX)) return undefined;
  const separator = name.indexOf('__', MCP_PREFIX.length);
  if (separator === -1) return undefined;
  return { server: name.slice(MCP_PREFIX.length, separator), tool: name.slice(separator + 2) };
}
