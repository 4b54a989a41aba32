import { parseMcpToolName } from '@dragoman/protocol';
import { mcpToolName } from '../../tools/mcp-tool-name.js';

const PREFIX = 'mcp__';
const SEPARATOR = '__';

/**
 * The common name of an MCP tool as the model calls it; undefined when the call is for no MCP tool.
 * Codex wrote `demo__echo` up to 0.44, `mcp__demo__echo` up to 0.107, and then `echo` in a namespace
 * `mcp__demo__` (0.121) or `mcp__demo`.
 */
export function mcpNameOfCall(name: string, namespace: string | undefined): string | undefined {
  if (namespace?.startsWith(PREFIX)) {
    const server = namespace.slice(PREFIX.length);
    return mcpToolName(server.endsWith(SEPARATOR) ? server.slice(0, -2) : server, name);
  }
  if (namespace !== undefined && namespace !== '') return undefined;
  if (name.startsWith(PREFIX)) return parseMcpToolName(name) === undefined ? undefined : name;
  const at = name.indexOf(SEPARATOR);
  return at > 0 && at + SEPARATOR.length < name.length ? `${PREFIX}${name}` : undefined;
}
