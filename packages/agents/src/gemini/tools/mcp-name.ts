import { mcpToolName } from '../../tools/mcp-tool-name.js';

const PREFIX = 'mcp_';
const OLD_SEPARATOR = '__';
const DISPLAY_END = ' MCP Server)';

/**
 * The common name of an MCP tool, or undefined for a tool of which the name doesn't say that it is
 * one. Gemini CLI itself takes what comes before the first `_` of `mcp_server_tool` for the server;
 * before 0.33 it wrote `server__tool`, and only `tool` where no other server had one of that name.
 */
export function mcpNameOf(name: string): string | undefined {
  if (name.startsWith(PREFIX)) return split(name.slice(PREFIX.length), '_');
  return split(name, OLD_SEPARATOR);
}

function split(name: string, separator: string): string | undefined {
  const at = name.indexOf(separator);
  const tool = name.slice(at + separator.length);
  return at > 0 && tool !== '' ? mcpToolName(name.slice(0, at), tool) : undefined;
}

/** The same by what a person is shown of the tool: `echo (demo MCP Server)`. */
export function mcpNameShown(displayName: string): string | undefined {
  if (!displayName.endsWith(DISPLAY_END)) return undefined;
  const at = displayName.lastIndexOf(' (');
  if (at < 1) return undefined;
  const server = displayName.slice(at + 2, -DISPLAY_END.length);
  return server === '' ? undefined : mcpToolName(server, displayName.slice(0, at));
}
